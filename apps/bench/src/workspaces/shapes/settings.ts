import type { SeededRandom } from "@runningtab/test-kit";
import type { ReadyAsk } from "../asked-fact.ts";
import type { Shape } from "./shape.ts";

type Tree = { readonly [key: string]: Tree | string | number | boolean | readonly (string | Tree)[] };

const services = ["billing", "gateway", "reports", "archive", "scheduler"] as const;

/** Settings of programs in YAML and JSON, several levels deep; asks name a key path or say it in words. */
export const settings: Shape = {
  name: "settings",
  build(random, book) {
    const chosen = random.shuffle(services).slice(0, 4);
    chosen.forEach((service, index) => {
      const tree = drawTree(random, service);
      const path = `config/${service}.${index % 2 === 0 ? "yaml" : "json"}`;
      const text = index % 2 === 0 ? yaml(tree) : `${JSON.stringify(tree, null, 2)}\n`;
      book.add(path, text);
      for (const ask of asksOf(random, service, tree, path, text)) book.ask(ask);
    });
    book.add("README.md", `# Services\n\nEach service has its settings below config/.\n`);
    return { scenes: [], conditions: [] };
  },
};

function drawTree(random: SeededRandom, service: string): Tree {
  const port = (): number => random.integer(2_001, 9_999);
  return {
    service,
    settings: {
      mail: {
        host: `mail-${random.integer(1, 9)}.${service}.internal`,
        port: port(),
        from_address: `${service}@office.example`,
      },
      database: {
        host: `db-${random.integer(1, 9)}.${service}.internal`,
        port: port(),
        pool_size: random.integer(4, 64),
        timeout_seconds: random.integer(5, 90),
      },
      retention: { log_days: random.integer(7, 400), backup_days: random.integer(401, 900) },
    },
    limits: { upload_mb: random.integer(10, 900), requests_per_minute: random.integer(901, 5_000) },
    owners: [
      { name: random.pick(["Nora Abrams", "Emil Tamm", "Mei Iwata"]), role: "lead" },
      { name: random.pick(["Pavel Obi", "Chiara Quist", "Yusuf Vance"]), role: "deputy" },
    ],
  };
}

function yaml(tree: Tree, indent = ""): string {
  return Object.entries(tree)
    .map(([key, value]) => {
      if (Array.isArray(value)) {
        const items = (value as readonly Tree[]).map(
          (item) => `${indent}  - ${yaml(item, `${indent}    `).trimStart()}`,
        );
        return `${indent}${key}:\n${items.join("")}`;
      }
      return typeof value === "object"
        ? `${indent}${key}:\n${yaml(value as Tree, `${indent}  `)}`
        : `${indent}${key}: ${String(value)}\n`;
    })
    .join("");
}

function asksOf(random: SeededRandom, service: string, tree: Tree, path: string, text: string): ReadyAsk[] {
  const at = (value: string, key: string): string => {
    const lines = text.split("\n");
    return `${path}#L${lines.findIndex((line) => line.includes(key) && line.includes(value)) + 1}`;
  };
  const leaf = (...keys: readonly string[]): string => {
    let node: unknown = tree;
    for (const key of keys) node = (node as Record<string, unknown>)[key];
    return String(node);
  };
  const byPath = (keys: readonly string[]): ReadyAsk => {
    const value = leaf(...keys);
    return {
      noun: `${keys.join(".")} in ${path.slice("config/".length)}`,
      question: `What is ${keys.join(".")} of ${service} set to?`,
      value,
      address: at(value, keys.at(-1)!),
    };
  };
  const inWords = (words: string, keys: readonly string[]): ReadyAsk => {
    const value = leaf(...keys);
    return {
      noun: `${words} of the ${service} service`,
      question: `What is the ${words} of the ${service} service?`,
      value,
      address: at(value, keys.at(-1)!),
    };
  };
  return [
    ...random
      .shuffle([
        byPath(["settings", "mail", "port"]),
        byPath(["settings", "database", "port"]),
        byPath(["settings", "database", "pool_size"]),
        inWords("mail port", ["settings", "mail", "port"]),
        inWords("database host", ["settings", "database", "host"]),
        inWords("log retention in days", ["settings", "retention", "log_days"]),
        inWords("upload limit in MB", ["limits", "upload_mb"]),
        inWords("database timeout in seconds", ["settings", "database", "timeout_seconds"]),
      ])
      .slice(0, 2),
    {
      noun: `cache port of the ${service} service`,
      question: `What is the cache port of the ${service} service?`,
      value: undefined,
      address: undefined,
    },
  ];
}
