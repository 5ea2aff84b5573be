import type { Sandbox } from "@runningtab/harness-adapters";
import { messageOf } from "../cli-error.ts";
import type { CompanionTree } from "./companion-tree.ts";

/** A sandbox whose commands find the parsed copies in step with the documents. */
export function withCompanions(sandbox: Sandbox, tree: CompanionTree, note: (text: string) => void): Sandbox {
  let isNoted = false;
  return {
    specVersion: 1,
    name: sandbox.name,
    probe: () => sandbox.probe(),
    async run(command) {
      // Where no command will run, nobody needs copies.
      if (sandbox.name !== "none" && !(await sandbox.probe()).proven) return sandbox.run(command);
      try {
        await tree.refresh(command.signal);
      } catch (error) {
        command.signal?.throwIfAborted();
        // A command can do without; what was not written whole is not credited to any document.
        if (!isNoted)
          note(`The parsed copies beside the documents could not be brought up to date: ${messageOf(error)}`);
        isNoted = true;
      }
      const outcome = await sandbox.run(command);
      return outcome.opened === undefined ? outcome : { ...outcome, opened: withDocuments(outcome.opened, tree) };
    },
  };
}

/** Whoever opens a copy sees its document. */
function withDocuments(opened: ReadonlySet<string>, tree: CompanionTree): ReadonlySet<string> {
  const documents = [...opened].flatMap((path) => tree.documentOf(path) ?? []);
  return new Set([...opened, ...documents]);
}
