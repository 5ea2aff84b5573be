import { type CliError, misuse } from "./cli-error.ts";

/** The task of that id. Throws for one that is not there, naming those that are. */
export function taskNamed<Task extends { readonly task: string }>(tasks: readonly Task[], id: string): Task {
  const found = tasks.find(({ task }) => task === id);
  if (found === undefined) throw unknownTask(tasks, id);
  return found;
}

export function unknownTask(tasks: readonly { readonly task: string }[], id: string): CliError {
  return misuse(`There is no task ${id}. Known: ${tasks.map(({ task }) => task).join(", ") || "none"}.`);
}
