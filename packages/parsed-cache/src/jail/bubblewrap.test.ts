import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { findBubblewrap, ISOLATION, systemFolders } from "./bubblewrap.ts";

it.runIf(findBubblewrap())("lets nothing inside write the kernel's settings", () => {
  const shell = ["/bin/sh", "-c", "test -r /proc/sys/vm/swappiness && ! test -w /proc/sys/vm/swappiness"];
  const { status, stderr } = spawnSync(findBubblewrap()!, [...ISOLATION, ...systemFolders([]), ...shell], {
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
