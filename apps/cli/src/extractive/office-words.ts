/**
 * Ordinary office words in English and Chinese, so that an English ask finds its place in a Chinese paper and the other way
 * round. A small lexicon of what offices record, no translation: words of a trade have no place here.
 */
const pairs: readonly (readonly [english: string, han: string])[] = [
  ["revenue income turnover", "收入 营业收入 营收"],
  ["sales", "销售 销售额"],
  ["profit", "利润"],
  ["cost costs expense expenses expenditure spending", "成本 费用 支出 开支"],
  ["budget", "预算"],
  ["rent", "租金"],
  ["price", "价格 单价"],
  ["fee", "费用 费"],
  ["deposit", "押金 保证金"],
  ["tax", "税"],
  ["salary wage wages", "工资 薪酬"],
  ["investment", "投资"],
  ["loan", "贷款"],
  ["payment", "付款 支付"],
  ["discount", "折扣"],
  ["employees employee staff headcount", "员工 职工 人数"],
  ["customer customers client clients", "客户"],
  ["supplier vendor", "供应商"],
  ["department", "部门"],
  ["manager", "经理 负责人"],
  ["director", "主任 总监 负责人"],
  ["contact", "联系人"],
  ["responsible", "负责人"],
  ["address", "地址"],
  ["telephone phone", "电话"],
  ["contract agreement", "合同 协议"],
  ["invoice", "发票"],
  ["order", "订单"],
  ["project", "项目"],
  ["product", "产品"],
  ["date", "日期 时间"],
  ["deadline", "截止"],
  ["completion", "竣工 完工 完成"],
  ["delivery", "交货 交付"],
  ["signing signature signed", "签订 签署"],
  ["start", "开始 开工 起始"],
  ["end expiry", "结束 到期 截止"],
  ["opening", "开业 开放"],
  ["number", "编号 数量 号"],
  ["area", "面积"],
  ["capacity", "容量 产能"],
  ["output production", "产量"],
  ["warranty", "保修 质保"],
  ["period term", "期 期限"],
  ["rate", "率"],
  ["share proportion", "比例 份额"],
  ["growth", "增长"],
  ["total", "合计 总"],
  ["quality", "质量"],
  ["pass", "合格"],
  ["electricity", "电 用电"],
  ["water", "水 用水"],
  ["visitors", "客流 参观 访客"],
  ["meeting", "会议"],
  ["training", "培训"],
  ["travel", "差旅"],
  ["equipment", "设备"],
  ["purchase procurement", "采购"],
  ["annual yearly", "年度 年"],
  ["monthly", "月"],
  ["name", "名称 姓名"],
  ["region", "地区 区域"],
];

const toHan = new Map<string, readonly string[]>();
const toEnglish = new Map<string, readonly string[]>();
for (const [english, han] of pairs) {
  for (const word of english.split(" ")) toHan.set(word, han.split(" "));
  for (const word of han.split(" ")) toEnglish.set(word, [...(toEnglish.get(word) ?? []), ...english.split(" ")]);
}

/** What Chinese papers call an English office word; empty for words that the lexicon does not have. */
export function hanFor(word: string): readonly string[] {
  return toHan.get(word) ?? [];
}

/** What English papers call a Chinese office word. */
export function englishFor(word: string): readonly string[] {
  return toEnglish.get(word) ?? [];
}
