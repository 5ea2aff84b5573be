import type { SourceItem } from "./deliverable-items.ts";

/** The words of a deliverable that are its own. */
export interface DeliverableWords {
  readonly title: string;
  readonly sources: string;
  readonly notFound: string;
  readonly notFoundIntro: string;
  readonly searchedFor: string;
  readonly lookedInto: string;
  readonly notSearched: string;
  readonly note: string;
  readonly asked: string;
  readonly value: string;
  readonly source: string;
  readonly words: string;
  readonly role: string;
  readonly computed: string;
  readonly change: Readonly<Record<"more" | "less", (value: string) => string>>;
  readonly disagree: string;
  readonly older: string;
  readonly or: string;
  readonly roles: Readonly<Record<SourceItem["role"], string>>;
}

export const english: DeliverableWords = {
  title: "Answers from the folder",
  sources: "Sources",
  notFound: "Not found",
  notFoundIntro: "No document that could be searched states these sufficiently:",
  searchedFor: "searched for",
  lookedInto: "looked in",
  notSearched: "Not searched",
  note: "Note",
  asked: "Asked",
  value: "Value",
  source: "Source",
  words: "Words of the source",
  role: "Role",
  computed: "computed",
  change: { more: (value) => `${value} more`, less: (value) => `${value} less` },
  disagree: "sources disagree",
  older: "older",
  or: "or",
  roles: { stated: "stated", input: "input", "other reading": "other reading", "older version": "older version" },
};

export const chinese: DeliverableWords = {
  title: "查阅结果",
  sources: "出处一览",
  notFound: "未找到",
  notFoundIntro: "可检索的文件中没有足够明确的记载：",
  searchedFor: "检索词",
  lookedInto: "查阅过",
  notSearched: "未检索的文件",
  note: "说明",
  asked: "事项",
  value: "内容",
  source: "出处",
  words: "原文",
  role: "性质",
  computed: "计算得出",
  change: { more: (value) => `增加${value}`, less: (value) => `减少${value}` },
  disagree: "来源不一致",
  older: "旧值",
  or: "或",
  roles: { stated: "记载", input: "计算依据", "other reading": "另一记载", "older version": "旧版本" },
};
