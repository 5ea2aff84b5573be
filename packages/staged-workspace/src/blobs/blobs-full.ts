import { WorkspaceError } from "../workspace-error.ts";

export function blobsFull(bytes: number, maxBytes: number): WorkspaceError {
  return new WorkspaceError("BLOBS_FULL", {
    message: `${bytes} more bytes would take the kept versions beyond their cap of ${maxBytes} bytes. Raise the cap, or let what is no longer needed be collected.`,
    data: { bytes, maxBytes },
  });
}
