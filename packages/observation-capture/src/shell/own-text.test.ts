import { describe, expect, it } from "vitest";
import { claimedContext } from "../../test/real-workspace.ts";
import { createCapture } from "../index.ts";

const SIZES = { "notes.md": 14, "j.json": 17, "other.md": 14, "rows.csv": 40 };

/** What the whole output of a command counts as: the file read, the inputs of what is computed, or `own`. */
async function counted(command: string, output = "headcount 256\n"): Promise<string> {
  const result = await createCapture().capture(
    { tool: "bash", args: { command }, output },
    claimedContext("/w", SIZES),
  );
  return [
    ...result.reads.map((read) => `read ${[...read.paths].toSorted().join("+")}`),
    ...result.computed.map((each) => `computed ${each.own ? "own" : each.inputs.join("+")}`),
  ].join("; ");
}

const COMPUTED = [
  "sed 's/128/256/' notes.md",
  "sed -e 5q -e 's/128/256/' notes.md",
  "sed -n 's/128/256/p' notes.md",
  "sed -ne 's/128/256/p' notes.md",
  "sed '/head/{s/128/256/}' notes.md",
  "sed '2c headcount 256' notes.md",
  "sed '1i headcount 256' notes.md",
  "sed '$a headcount 256' notes.md",
  "sed 'y/1/2/' notes.md",
  "sed -n '/head/=' notes.md",
  "sed -f edit.sed notes.md",
  'sed "$EDIT" notes.md',
  "cat notes.md | sed 's/128/256/'",
  "cat notes.md | sed 's/128/256/' | head -1",
  "sed 's/128/256/' < notes.md",
  "grep -n headcount notes.md | sed 's/128/256/'",
  "perl -pe 's/128/256/' notes.md",
  "perl -ne 'print \"headcount 256\\n\"' notes.md",
  "perl -ne '$_ = 256; print' notes.md",
  "cat notes.md | perl -pe 'tr/1/2/'",
  "awk '{print \"headcount 256\"}' notes.md",
  "awk -v h=256 '/head/{print $1, h}' notes.md",
  "awk '{sub(128,256)}1' notes.md",
  "awk '{$2=256}1' notes.md",
  "awk '{$2++; print}' notes.md",
  "awk '$2=256' notes.md",
  "awk '{print $1, 256}' notes.md",
  "awk '{printf \"headcount %d\\n\", 256}' notes.md",
  "awk -v OFS=' 256 ' '{print $1, $2}' notes.md",
  "awk -f edit.awk notes.md",
  "cat notes.md | awk '{gsub(/128/,\"256\"); print}'",
  "cat notes.md - <<< 'headcount 256'",
  "echo 'headcount 256' | cat - notes.md",
  "cat - notes.md <<EOF\nheadcount 256\nEOF",
  "tr 1 2 < notes.md",
  "cat notes.md | tr 128 256",
  "sed 's/128/256/' notes.md > /tmp/g; cat /tmp/g",
  "sed 's/128/256/' notes.md > /tmp/g; head -1 < /tmp/g",
  "sed 's/128/256/' notes.md > /tmp/g; cp /tmp/g /tmp/k; grep head /tmp/k",
  "cat notes.md > /tmp/h; echo 'headcount 256' >> /tmp/h; cat /tmp/h",
  "echo 'headcount 256' > /tmp/h; cat notes.md >> /tmp/h; cat /tmp/h",
  "cat notes.md > /tmp/h; echo 'headcount 256' | tee -a /tmp/h > /dev/null; cat /tmp/h",
  "cat notes.md | sed 's/128/256/' | tee /tmp/t",
  "{ cat notes.md; echo 'headcount 256'; } | sort",
  'echo "headcount 256 $(cat notes.md)"',
  'X="headcount 256 $(cat notes.md)"; echo "$X"',
  'X=$(cat notes.md); echo "${X/128/256}"',
  'while read l; do echo "256 $l"; done < notes.md',
  "cat notes.md | xargs echo headcount 256",
  "rg -N headcount -r 'headcount 256' notes.md",
  "cat notes.md | paste -d' ' - <(echo 256)",
  "nl -s ' 256 ' notes.md",
  "column -N 256 notes.md",
  "cat <(sed 's/128/256/' notes.md)",
  "for f in notes.md; do sed 's/128/256/' \"$f\"; done",
  "bash -c \"sed 's/128/256/' notes.md\"",
  "sed 's/128/256/' notes.md; sed -n 1,2p notes.md",
];
const COMPUTED_JSON = [
  "jq '.headcount=256' j.json",
  "jq '.headcount |= 256' j.json",
  "jq '{headcount: 256}' j.json",
  "jq --arg h 256 '.headcount=$h' j.json",
  "jq -r '\"headcount 256\"' j.json",
  "jq -r '\"headcount 256 \\(.n)\"' j.json",
  "jq '.n // 256' j.json",
  "jq '.headcount * 2' j.json",
  "cat j.json | jq '.headcount+=128'",
  "yq '.headcount=256' j.json",
];
const OWN = [
  "echo 'headcount 256' > /tmp/h; cat /tmp/h",
  "sed 's/128/256/' <<< 'headcount 128'",
  "echo headcount 128 | tr 128 256",
  "awk 'BEGIN{print \"headcount 256\"}'",
  "jq -n '{headcount:256}'",
  "cat <<< 'headcount 256'",
];
const READS = [
  "cat notes.md",
  "sed -n 2,3p notes.md",
  "sed -n '2p;4p' notes.md",
  "sed -n -e 2p -e 4p notes.md",
  "sed '/x/d' notes.md",
  "sed '1d;$d' notes.md",
  "sed 5q notes.md",
  "sed -n '/a/,/b/p' notes.md",
  "sed -n '/a/,+2p' notes.md",
  "sed '/^s\\/x/!d' notes.md",
  "sed -n '1,3{p}' notes.md",
  "sed -n '/budget: s\\/y/{p;q}' notes.md",
  "sed '' notes.md",
  "cat notes.md | sed -n 1,2p",
  "awk '/x/' notes.md",
  "awk '/x=1/ && $2 > 3' notes.md",
  "awk '{print $1, $3}' notes.md",
  "awk '{print $1\"\\t\"$NF}' notes.md",
  "awk '{print $(NF-1)}' notes.md",
  "awk -F, 'NR>1{print $2}' notes.md",
  "awk -F: -v OFS=, '{print $1, $2}' notes.md",
  "awk -v n=3 'NR<=n' notes.md",
  "awk 'BEGIN{FS=\",\"} {print $2}' notes.md",
  "awk '!seen[$0]++' notes.md",
  "awk '/a/,/b/' notes.md",
  "awk '$1 == \"headcount\" {print $2}' notes.md",
  "awk '{if ($2 > 3) print $1}' notes.md",
  "awk 'NR>=2 && NR<=3 {print NR\": \"$0}' notes.md",
  "perl -ne 'print if /head/' notes.md",
  "perl -ne 'print if $. >= 1 && $. <= 3' notes.md",
  "perl -ne 'print \"$1\\n\" if /head\\w+ (\\d+)/' notes.md",
  "perl -lane 'print $F[1]' notes.md",
  "nl -ba -s': ' notes.md",
  "cut -d' ' -f2 notes.md",
  "head -1 notes.md | sort | uniq",
  "cat notes.md > /tmp/h; cat /tmp/h",
  "cat notes.md > /tmp/h; head -3 /tmp/h >> /tmp/k; cat /tmp/k",
  'echo "$(cat notes.md)"',
  'while IFS= read -r l; do echo "$l"; done < notes.md',
  'while IFS=, read -r id name rest; do echo "$name"; done < notes.md',
  'while read -ra words; do echo "${words[1]}"; done < notes.md',
  'mapfile -t lines < notes.md; echo "${lines[2]}"',
  'lines=($(cat notes.md)); echo "${lines[0]}"',
];
const READS_JSON = [
  "jq . j.json",
  "jq .a.b j.json",
  "jq -r '.items[0].name' j.json",
  "jq '.[\"head count\"]' j.json",
  "jq '.items[] | select(.name == \"x\" and .n > 3)' j.json",
  "jq -r '.items[] | [.a, .b] | @csv' j.json",
  "jq -r '.items[] | \"\\(.a): \\(.b)\"' j.json",
  "jq '.items[1:3] | map(.name)' j.json",
  "jq '.items[] | {name, n}' j.json",
  "jq keys j.json",
  "cat j.json | jq .headcount",
];

describe("a command that can put text of its own into the output", () => {
  it.each(COMPUTED)("%s is computed from the file", async (command) => {
    expect(await counted(command)).toBe("computed notes.md");
  });
  it.each(COMPUTED_JSON)("%s is computed from the file", async (command) => {
    expect(await counted(command)).toBe("computed j.json");
  });
  it.each(OWN)("%s is its own where no file feeds it", async (command) => {
    expect(await counted(command)).toBe("computed own");
  });
});

describe("a command that only selects", () => {
  it.each(READS)("%s reads the file", async (command) => {
    expect(await counted(command, "headcount 128\n")).toBe("read notes.md");
  });
  it.each(READS_JSON)("%s reads the file", async (command) => {
    expect(await counted(command, "128\n")).toBe("read j.json");
  });
});

describe("a copy that a filter with words of its own made", () => {
  it("is computed in later calls too, until something else writes it", async () => {
    const capture = createCapture();
    const context = claimedContext("/w", SIZES);
    const run = async (command: string, output: string) =>
      capture.capture({ tool: "bash", args: { command }, output }, context);
    await run("sed 's/128/256/' notes.md > /tmp/g", "");
    const made = await run("cat /tmp/g", "headcount 256\n");
    expect([made.reads, made.computed.map((each) => each.inputs)]).toEqual([[], [["notes.md"]]]);
    await run("cp notes.md /tmp/g", "");
    expect((await run("cat /tmp/g", "headcount 128\n")).reads.map((read) => read.paths)).toEqual([["notes.md"]]);
  });
});
