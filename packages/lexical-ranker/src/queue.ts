/** Runs changes one after another; one that fails rejects for its caller and does not stop the next. */
export function createQueue(): <Result>(change: () => Result | Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (change) => {
    const result = last.then(change);
    last = result.catch(() => {});
    return result;
  };
}

/** A timer, because the promise queue alone would not let timers, sockets and signals in. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
