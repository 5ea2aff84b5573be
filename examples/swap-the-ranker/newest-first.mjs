// newest-first.mjs: pages that hold the query as it stands, those that name the latest year first
const yearIn = (text) => Math.max(1, ...(text.match(/\b(?:19|20)\d\d\b/g) ?? []).map(Number));

export function ranker() {
  const texts = new Map();
  return {
    specVersion: 1,
    name: "newest-first",
    get size() {
      return texts.size;
    },
    add: async (documents) => documents.forEach(({ id, text }) => texts.set(id, text)),
    remove: async (ids) => ids.forEach((id) => texts.delete(id)),
    search: async (query, { limit = 10, filter = () => true } = {}) =>
      [...texts]
        .filter(([id, text]) => filter(id) && text.toLowerCase().includes(query.toLowerCase()))
        .map(([id, text]) => ({ id, score: yearIn(text), terms: [query] }))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, limit),
  };
}

export default { ranker };
