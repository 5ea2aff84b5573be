/** What kind of thing a value is: decides how it is written and how one asks for it. */
export type ValueKind = "money" | "count" | "percent" | "date" | "duration" | "person" | "code" | "measure";

export interface Attribute {
  /** As documents name it, in lower case: `annual operating cost`. */
  readonly name: string;
  /** Other wordings, used by some tasks: they share content words with `name`. */
  readonly rewordings: readonly string[];
  readonly kind: ValueKind;
  /** Unit of a measure or noun of a count: `m²`, `beds`. */
  readonly unit?: string;
  readonly range?: readonly [number, number];
}

/** A field of work: things with names, and what is recorded about each. */
export interface Domain {
  readonly name: string;
  /** `Harrow Lane` + `clinic`. */
  readonly subjectNoun: string;
  readonly attributes: readonly Attribute[];
}

function attribute(
  name: string,
  kind: ValueKind,
  rewordings: readonly string[] = [],
  rest: Pick<Attribute, "unit" | "range"> = {},
): Attribute {
  return { name, kind, rewordings, ...rest };
}

export const domains: readonly Domain[] = [
  {
    name: "clinics",
    subjectNoun: "clinic",
    attributes: [
      attribute("number of beds", "count", ["beds"], { unit: "beds", range: [18, 240] }),
      attribute("medical director", "person", ["director"]),
      attribute("annual operating cost", "money", ["operating cost per year", "yearly operating cost"]),
      attribute("average waiting time", "duration", ["waiting time"]),
      attribute("vaccination rate", "percent", ["rate of vaccination"]),
      attribute("opening date", "date"),
      attribute("floor area", "measure", ["area"], { unit: "m²", range: [400, 9_000] }),
      attribute("registration number", "code", ["registration"]),
      attribute("cleaning budget", "money", ["budget for cleaning"]),
      attribute("number of ambulances", "count", ["ambulances"], { unit: "ambulances", range: [4, 140] }),
    ],
  },
  {
    name: "rail",
    subjectNoun: "line",
    attributes: [
      attribute("approved construction budget", "money", ["construction budget"]),
      attribute("project manager", "person", ["manager of the project"]),
      attribute("completion date", "date", ["date of completion"]),
      attribute("track length", "measure", ["length of the track"], { unit: "km", range: [3, 190] }),
      attribute("number of stations", "count", ["stations"], { unit: "stations", range: [3, 190] }),
      attribute("daily ridership", "count", ["ridership per day"], { unit: "passengers", range: [2_000, 98_000] }),
      attribute("punctuality", "percent"),
      attribute("permit number", "code", ["permit"]),
      attribute("noise barrier cost", "money", ["cost of the noise barrier"]),
      attribute("warranty period", "duration", ["warranty"]),
    ],
  },
  {
    name: "software",
    subjectNoun: "system",
    attributes: [
      attribute("annual licence fee", "money", ["licence fee per year", "yearly licence fee"]),
      attribute("number of seats", "count", ["seats"], { unit: "seats", range: [25, 2_400] }),
      attribute("renewal date", "date", ["date of renewal"]),
      attribute("account manager", "person"),
      attribute("notice period", "duration", ["period of notice"]),
      attribute("promised availability", "percent", ["availability"]),
      attribute("contract number", "code", ["number of the contract"]),
      attribute("storage quota", "measure", ["quota of storage"], { unit: "TB", range: [2, 320] }),
      attribute("migration cost", "money", ["cost of the migration"]),
      attribute("number of open tickets", "count", ["open tickets"], { unit: "tickets", range: [4, 380] }),
    ],
  },
  {
    name: "grants",
    subjectNoun: "grant",
    attributes: [
      attribute("amount awarded", "money", ["awarded amount"]),
      attribute("principal investigator", "person", ["investigator"]),
      attribute("start date", "date", ["date of the start"]),
      attribute("funding period", "duration", ["period of funding"]),
      attribute("number of doctoral posts", "count", ["doctoral posts"], { unit: "posts", range: [3, 160] }),
      attribute("overhead rate", "percent", ["rate of overhead"]),
      attribute("reference number", "code", ["reference"]),
      attribute("equipment allowance", "money", ["allowance for equipment"]),
      attribute("report deadline", "date", ["deadline of the report"]),
      attribute("laboratory space", "measure", ["space in the laboratory"], { unit: "m²", range: [40, 900] }),
    ],
  },
  {
    name: "depots",
    subjectNoun: "depot",
    attributes: [
      attribute("storage area", "measure", ["area for storage"], { unit: "m²", range: [900, 42_000] }),
      attribute("number of loading docks", "count", ["loading docks"], { unit: "docks", range: [3, 210] }),
      attribute("shift leader", "person", ["leader of the shift"]),
      attribute("electricity consumption", "measure", ["consumption of electricity"], {
        unit: "kWh",
        range: [20_000, 900_000],
      }),
      attribute("insured value", "money", ["value insured"]),
      attribute("monthly rent", "money", ["rent per month"]),
      attribute("lease end date", "date", ["end of the lease"]),
      attribute("damage rate", "percent", ["rate of damage"]),
      attribute("fire certificate", "code", ["certificate for fire"]),
      attribute("delivery lead time", "duration", ["lead time for delivery"]),
    ],
  },
  {
    name: "festivals",
    subjectNoun: "festival",
    attributes: [
      attribute("total attendance", "count", ["attendance"], { unit: "visitors", range: [900, 71_000] }),
      attribute("head of security", "person", ["security head"]),
      attribute("opening day", "date", ["day of opening"]),
      attribute("sponsorship income", "money", ["income from sponsorship"]),
      attribute("share of returned cups", "percent", ["returned cups"]),
      attribute("stage power", "measure", ["power of the stage"], { unit: "kW", range: [80, 1_900] }),
      attribute("ticket revenue", "money", ["revenue from tickets"]),
      attribute("number of volunteers", "count", ["volunteers"], { unit: "volunteers", range: [30, 860] }),
      attribute("licence reference", "code", ["reference of the licence"]),
      attribute("curfew exemption", "duration", ["exemption from the curfew"]),
    ],
  },
];

/** What a Chinese office records; values are written the Chinese way. */
export const chineseAttributes: readonly Attribute[] = [
  attribute("员工人数", "count", ["员工数"], { unit: "人", range: [40, 2_600] }),
  attribute("年度预算", "money", ["预算"]),
  attribute("竣工日期", "date", ["竣工时间"]),
  attribute("占地面积", "measure", ["面积"], { unit: "平方米", range: [900, 64_000] }),
  attribute("负责人", "person"),
  attribute("合同编号", "code", ["合同号"]),
  attribute("产品合格率", "percent", ["合格率"]),
  attribute("月租金", "money", ["租金"]),
  attribute("保修期", "duration"),
  attribute("设备采购金额", "money", ["采购金额"]),
];
