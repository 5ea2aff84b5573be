/** `1 file`, `2 files`; `many` where it is no plain `s`. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}
