// contract-lookup.mjs: `contract_lookup { file, clause }` prints the clause, and `see: OTHER FILE` for each reference in it
const nothing = { reads: [], listed: [], computed: [], writes: [], notes: [] };

export const contractLookup = {
  specVersion: 1,
  name: "contract-lookup",
  async capture({ tool, args, output }, { stat }) {
    const file = tool === "contract_lookup" ? args?.file : undefined;
    // Whatever does not concern this tool is another strategy's business, and so is a file that is not there.
    if (typeof file !== "string" || stat(file) === undefined) return nothing;
    const end = output.search(/^see: /m);
    const clause = { paths: [file], start: 0, end: end < 0 ? output.length : end, partial: true, confidence: 1 };
    const named = [...output.matchAll(/^see: (.+)$/gm)].map(([, path]) => path);
    return {
      ...nothing,
      reads: [{ ...clause, redacted: output.slice(0, clause.end).includes("[redacted:") }],
      listed: named.filter((path) => path !== file && stat(path) !== undefined),
    };
  },
};

export default { capture: contractLookup };
