/** Word lists for invented names. None of them is meant to be recognised by anything. */
export const placeStarts = [
  "Harrow",
  "Linden",
  "Marsh",
  "Copper",
  "Raven",
  "Alder",
  "Stone",
  "Winter",
  "Juniper",
  "Falcon",
  "Ember",
  "Saffron",
  "Otter",
  "Birch",
  "Cobalt",
  "Thistle",
  "Quarry",
  "Heron",
  "Maple",
  "Granite",
  "Willow",
  "Amber",
  "Larch",
  "Sorrel",
] as const;

export const placeEnds = ["Lane", "Hill", "Bridge", "Field", "Gate", "Park", "Ford", "Point", "Cross", "Vale"] as const;

export const givenNames = [
  "Nora",
  "Emil",
  "Farah",
  "Tobias",
  "Ingrid",
  "Rafael",
  "Mei",
  "Adaeze",
  "Lukas",
  "Sunniva",
  "Pavel",
  "Chiara",
  "Yusuf",
  "Hanna",
  "Dmitri",
  "Leila",
  "Oskar",
  "Bianca",
  "Kofi",
  "Maren",
] as const;

export const familyNames = [
  "Abrams",
  "Delacroix",
  "Eriksen",
  "Farouk",
  "Grigoriou",
  "Hollis",
  "Iwata",
  "Jankowski",
  "Keller",
  "Lindqvist",
  "Moreau",
  "Nakata",
  "Obi",
  "Petrov",
  "Quist",
  "Rasmussen",
  "Santoro",
  "Tamm",
  "Ueda",
  "Vance",
] as const;

export const chinesePlaces = ["青浦", "松江", "望京", "白云", "龙华", "江宁", "余杭", "武侯", "雁塔", "海沧"] as const;
export const chineseNouns = ["工厂", "门店", "仓库", "园区", "分公司"] as const;
export const chineseFamilyNames = ["王", "李", "张", "陈", "赵", "周", "吴", "孙", "林", "何"] as const;
export const chineseGivenNames = [
  "晓明",
  "丽华",
  "建国",
  "雨桐",
  "文博",
  "思远",
  "海燕",
  "志强",
  "雪梅",
  "家豪",
] as const;

/** Sentences that say nothing that a task would ask for. */
export const fillers = [
  "The kitchen on the upper floor has been repainted.",
  "Please keep the corridor clear for the delivery on Tuesday.",
  "Comments are welcome until the end of the month.",
  "The photographs of the open day are on the shared drive.",
  "Thanks to everyone who helped with the stocktaking.",
  "The lift will be out of service for two days.",
  "A longer version of this note is with the office.",
  "Bicycles may be left in the yard.",
  "The next meeting is held without guests.",
  "Nothing in this paper changes the house rules.",
  "The heating was adjusted after the complaints of last winter.",
  "Figures are rounded where nothing else is said.",
] as const;

export const chineseFillers = [
  "请各部门于月底前反馈意见。",
  "会议室的投影设备已经更换。",
  "食堂本周调整供餐时间。",
  "感谢大家对本次盘点工作的支持。",
  "停车位按照登记顺序分配。",
] as const;

export const fileWords = [
  "notes",
  "memo",
  "overview",
  "record",
  "sheet",
  "summary",
  "paper",
  "status",
  "file",
  "brief",
] as const;
