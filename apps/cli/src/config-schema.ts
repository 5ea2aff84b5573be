import { z } from "zod";

/** One member of the config: what it stands for, what is used without it, and what it has to look like. */
interface ConfigMember {
  readonly meaning: string;
  readonly builtIn: string;
  readonly schema: z.ZodType;
}

/** All members that a config may have, in the order that `config show` names them. */
export const CONFIG_MEMBERS = {
  model: {
    meaning: "language model of `run`",
    builtIn: "extractive, offline",
    schema: z.union([choice(), factory("a model")], {
      error: '{ model: "provider/id", baseUrl? } or a function that makes a model',
    }),
  },
  embedding: {
    meaning: "model that finds pages by meaning",
    builtIn: "none: nothing is sent",
    schema: choice(),
  },
  ranker: { meaning: "engine that ranks pages", builtIn: "wasm", schema: factory("a rank engine") },
  capture: {
    meaning: "strategy that is asked first what an output showed",
    builtIn: "the strategies of observation-capture",
    schema: port("capture"),
  },
  parsers: {
    meaning: "parsers that are tried first",
    builtIn: "the parsers of parsed-cache",
    schema: z.array(
      z.looseObject({ id: z.string(), version: z.string(), module: z.string(), accepts: z.array(z.string()) }),
      { error: "a list of parser entries" },
    ),
  },
  formats: {
    meaning: "diff formats that are asked first",
    builtIn: "the formats of review-diff",
    schema: z.array(port("accepts", "diff"), { error: "a list of diff formats" }),
  },
  evidence: {
    meaning: "policy that judges cited evidence",
    builtIn: "lexical-or-quote",
    schema: port("judge"),
  },
  checks: {
    meaning: "checks of each promotion, after the built-in ones",
    builtIn: "documents parse, no new formula errors",
    schema: z.array(port("run"), { error: "a list of checks" }),
  },
  acceptance: {
    meaning: "policy that decides about promotions",
    builtIn: "whoever asks has decided",
    schema: port("decide"),
  },
  contextProfile: {
    meaning: "what the model is shown of a run",
    builtIn: "level 3",
    schema: port("view"),
  },
  contextWindow: {
    meaning: "tokens of the model's window",
    builtIn: "what is known of the model, else 128,000",
    schema: z.number().int().min(1_024),
  },
  prices: {
    meaning: "US dollars for a million tokens, by model",
    builtIn: "none: only what a provider says it cost",
    schema: z.record(
      z.string(),
      z.strictObject({
        input: z.number().min(0),
        output: z.number().min(0),
        cachedInput: z.number().min(0).optional(),
        cacheWrite: z.number().min(0).optional(),
      }),
    ),
  },
  web: {
    meaning: "what the agent may see of the web",
    builtIn: "nothing",
    schema: webPort(),
  },
  sandbox: { meaning: "keeps in the agent's commands", builtIn: "bubblewrap", schema: factory("a sandbox") },
} as const satisfies Readonly<Record<string, ConfigMember>>;

export type ConfigMemberName = keyof typeof CONFIG_MEMBERS;

/**
 * What is wrong with a config, one line each, such as `formats[0]: expected an object with specVersion 1, …`; empty when
 * nothing is.
 */
export function configFaults(config: object): readonly string[] {
  return Object.entries(config).flatMap(([name, value]) => {
    if (!Object.hasOwn(CONFIG_MEMBERS, name)) {
      return [`"${name}" is none of ${Object.keys(CONFIG_MEMBERS).join(", ")}`];
    }
    if (value === undefined) return [];
    const { success, error } = CONFIG_MEMBERS[name as ConfigMemberName].schema.safeParse(value);
    if (success) return [];
    return error.issues.map(({ path, message }) => `${name}${path.map(step).join("")}: expected ${expected(message)}`);
  });
}

function step(key: PropertyKey): string {
  return typeof key === "number" ? `[${key}]` : `.${String(key)}`;
}

/** Zod's own messages begin with `Invalid input: expected string, received …`. */
function expected(message: string): string {
  return message.replace(/^Invalid input: expected /, "").replace(/, received /, ", found ");
}

/** An implementation of one of the packages' ports. */
function port(...functions: readonly string[]): z.ZodType {
  const isPort = (value: unknown): boolean =>
    typeof value === "object" &&
    value !== null &&
    Reflect.get(value, "specVersion") === 1 &&
    functions.every((name) => typeof Reflect.get(value, name) === "function");
  return z.custom(
    isPort,
    `an object with specVersion 1 and the function${functions.length > 1 ? "s" : ""} ${functions.join(", ")}`,
  );
}

/** Either function alone will do. */
function webPort(): z.ZodType {
  const isPort = (value: unknown): boolean => {
    if (typeof value !== "object" || value === null || Reflect.get(value, "specVersion") !== 1) return false;
    const given = ["search", "fetch"].map((name) => typeof Reflect.get(value, name));
    return given.includes("function") && given.every((type) => type === "function" || type === "undefined");
  };
  return z.custom(isPort, "an object with specVersion 1 and the functions search, fetch, or one of them");
}

function factory(product: string): z.ZodType {
  return z.custom((value) => typeof value === "function", `a function that makes ${product}`);
}

function choice(): z.ZodType {
  return z.strictObject(
    { model: z.string(), baseUrl: z.string().optional() },
    { error: '{ model: "provider/id", baseUrl? }' },
  );
}
