import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createOpenedFiles, openedPath } from "./opened-files.ts";

function openedOf(trace: string, root = "/ws"): readonly string[] | undefined {
  const files = createOpenedFiles(root);
  for (const part of trace.match(/[\s\S]{1,7}/g) ?? []) files.take(Buffer.from(part, "latin1"));
  const paths = files.paths();
  return paths && [...paths];
}

const read = (path: string, flags = "O_RDONLY|O_CLOEXEC") => `17 openat(AT_FDCWD</ws>, "x", ${flags}) = 3<${path}>\n`;

describe("createOpenedFiles", () => {
  it("takes the files below the root that were opened for reading, by the path the kernel gave", () => {
    const trace = [
      read("/ws/a.txt"),
      read("/ws/docs/\\346\\225\\260 x\\74y\\76.txt", "O_RDWR"),
      read("/etc/passwd"),
      read("/wsx/b.txt"),
      read("/ws/out.txt", "O_WRONLY|O_CREAT, 0666"),
      read("/ws/docs", "O_RDONLY|O_NONBLOCK|O_DIRECTORY"),
      read("/ws/p", "O_RDONLY|O_PATH"),
      `18 open("q \\" , O_RDONLY) = 3</ws/fake>", O_RDONLY) = 4</ws/q>\n`,
      `18 openat2(5</ws>, "r", {flags=O_RDONLY|O_CLOEXEC, resolve=0}, 24) = 4</ws/r>\n`,
    ].join("");
    expect(openedOf(trace)).toEqual(["a.txt", "docs/数 x<y>.txt", "q", "r"]);
  });

  it.each([
    `openat(AT_FDCWD, "a", O_RDONLY) = 3</ws/a>`,
    `17 openat(AT_FDCWD, "a", O_RDONLY) = -1 ENOENT (No such file or directory)`,
    `17 read(3</ws/a>, "…", 10) = 10`,
    `17 openat(AT_FDCWD, "a", O_RDONLY) = 3</ws/a> and more`,
    `17 openat(AT_FDCWD, "a", O_RDONLY) = 3</ws/a>(deleted)`,
    `17 openat(AT_FDCWD, "a", O_RDONLY) = 3</ws/\\377>`,
    `17 openat(AT_FDCWD, "a", O_RDONLY) = 3</ws/\\0>`,
    `17 openat(AT_FDCWD, "a", O_RDONLY) = 3</ws/\\q>`,
  ])("takes nothing from %s", (line) => {
    expect(openedPath(line)).toBeUndefined();
  });

  it("says that it does not know once there is more than it follows", () => {
    const many = Array.from({ length: 10_002 }, (_, at) => read(`/ws/${at}`)).join("");
    const files = createOpenedFiles("/ws");
    files.take(Buffer.from(many));
    files.take(Buffer.from(read("/ws/last")));
    expect(files.paths()).toBeUndefined();
    const endless = createOpenedFiles("/ws");
    endless.take(Buffer.alloc(100_000, "x"));
    expect(endless.paths()).toBeUndefined();
  });

  it("never names a place outside the root, whatever the trace says", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ maxLength: 80 }), fc.string({ maxLength: 20 }).map(read))), (lines) => {
        for (const path of openedOf(lines.join("\n")) ?? []) expect(path.startsWith("/")).toBe(false);
      }),
      { numRuns: 200 },
    );
  });
});
