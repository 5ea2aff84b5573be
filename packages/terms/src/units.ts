/**
 * The units that are known, each with the writings that mean it: folded (`foldText`), matched as whole words in scripts
 * with spaces, as the longest prefix in scripts without.
 */
const currencyWritings: Readonly<Record<string, string>> = {
  USD: "us$ $ usd 美元 美金 ドル 달러 dollar dollars dolar dolares dollari us_dollar us_dollars u.s._dollars доллар доллара долларов",
  CNY: "¥ cn¥ rmb cny cnh 元 块 人民币 人民幣 yuan yuans renminbi 元人民币 위안 юаней",
  JPY: "jp¥ jpy 円 日元 日圆 yen 엔 иен",
  EUR: "€ eur 欧元 歐元 ユーロ 유로 euro euros евро",
  GBP: "£ gbp 英镑 英鎊 ポンド pound_sterling pounds_sterling",
  HKD: "hk$ hkd 港元 港币 港幣 hong_kong_dollars",
  TWD: "nt$ twd 台币 新台币 台幣",
  SGD: "s$ sgd 新加坡元 新元",
  AUD: "a$ au$ aud 澳元",
  CAD: "c$ ca$ cad 加元",
  NZD: "nz$ nzd",
  BRL: "r$ brl reais",
  MXN: "mx$ mxn",
  CHF: "chf fr. sfr 瑞士法郎 franken swiss_francs",
  INR: "₹ inr rs rs. rupee rupees 卢比",
  KRW: "₩ krw 원 韩元 won",
  RUB: "₽ rub руб руб. рубль рубля рублей 卢布",
  TRY: "₺ try",
  VND: "₫ vnd",
  THB: "฿ thb บาท baht 泰铢",
  ILS: "₪ ils nis",
  NGN: "₦ ngn",
  PHP: "₱ php",
  UAH: "₴ uah",
  KZT: "₸ kzt",
  PLN: "zł zl pln zloty",
  CZK: "kč kc czk",
  SEK: "sek",
  // Crowns of any country; agrees with each of theirs.
  kr: "kr kr.",
  NOK: "nok",
  DKK: "dkk",
  HUF: "huf",
  ZAR: "zar rand",
  AED: "aed dirham dirhams",
  SAR: "sar",
  IDR: "idr",
  MYR: "myr",
  EGP: "egp",
};

const measureWritings: Readonly<Record<string, string>> = {
  "%": "% ٪ percent per_cent pct prozent pourcent pour_cent por_ciento por_cento процент процента процентов 퍼센트 パーセント",
  "percentage point": "percentage_point percentage_points 个百分点 百分点 pp prozentpunkte",
  "basis point": "bp bps basis_point basis_points 基点 个基点",
  "‰": "‰ per_mille 千分点",
  second: "s sec secs second seconds 秒 秒钟 sekunden секунд",
  millisecond: "ms millisecond milliseconds 毫秒",
  minute: "min mins minute minutes 分钟 分鐘 minuten минут",
  hour: "h hr hrs hour hours 小时 小時 時間 个小时 시간 stunde stunden heures horas часов часа",
  day: "day days 天 日 日間 일 tag tage tagen jour jours dia dias день дня дней",
  week: "week weeks wk wks 周 星期 个星期 週間 주 woche wochen semaines semanas недель недели",
  month: "month months mo mos 个月 個月 ヶ月 か月 개월 monat monate monaten mois meses месяц месяца месяцев",
  quarter: "quarter quarters 个季度 季度 quartal quartale quartalen trimestre trimestres",
  year: "year years yr yrs 年 年間 년 jahr jahre jahren ans annees anos год года лет",
  km: "km kilometer kilometers kilometern kilometre kilometres kilometros 公里 千米 キロメートル км",
  m: "m meter meters metern metre metres metros 米 公尺 メートル м",
  cm: "cm centimeter centimeters centimetre centimetres 厘米 公分 см",
  mm: "mm millimeter millimeters millimetre millimetres 毫米 мм",
  mile: "mile miles mi 英里",
  foot: "ft foot feet 英尺",
  inch: "inch inches 英寸",
  kg: "kg kgs kilo kilos kilogram kilograms 公斤 千克 кг",
  g: "g gram grams gramme grammes 克 г",
  mg: "mg milligram milligrams 毫克",
  tonne: "t tonne tonnes ton tons 吨 噸 トン 톤 тонн тонны",
  lb: "lb lbs",
  // Of weight or of money.
  pound: "pound pounds",
  ounce: "oz ounce ounces 盎司",
  litre: "l liter liters litre litres 升 公升 リットル литров",
  millilitre: "ml milliliter milliliters millilitre millilitres 毫升",
  barrel: "bbl barrel barrels 桶",
  "m²": "m2 sqm qm square_meter square_meters square_metre square_metres quadratmeter quadratmetern metre_carre metres_carres metro_cuadrado metros_cuadrados 平方米 平米 кв.м",
  "km²": "km2 square_kilometers square_kilometres 平方公里 平方千米",
  "m³": "m3 cubic_meters cubic_metres 立方米",
  hectare: "ha hectare hectares 公顷",
  acre: "acre acres 英亩",
  "sq ft": "sqft sq_ft square_feet 平方英尺",
  "km/h": "km/h kmh kph",
  "m/s": "m/s",
  mph: "mph",
  "°c": "°c 摄氏度 degrees_celsius degree_celsius grad_celsius degres_celsius grados_celsius",
  "°f": "°f 华氏度 degrees_fahrenheit degree_fahrenheit",
  w: "w watt watts 瓦",
  kw: "kw kilowatt kilowatts 千瓦",
  mw: "mw megawatt megawatts 兆瓦",
  kwh: "kwh 千瓦时 度电",
  mwh: "mwh",
  gw: "gw gigawatt gigawatts 吉瓦",
  gwh: "gwh",
  twh: "twh",
  v: "v volt volts 伏",
  hz: "hz",
  khz: "khz",
  mhz: "mhz",
  ghz: "ghz",
  byte: "byte bytes 字节",
  kb: "kb kib",
  mb: "mb mib",
  gb: "gb gib",
  tb: "tb tib",
};

/** Classifiers and counted nouns of scripts without spaces, where no space ends the word. */
const unspacedNouns =
  "人 名 位 家 项 件 台 页 次 个 岁 股 倍 份 套 辆 户 种 条 张 笔 批 人次 本 명 개 회 대 社 回 点 頁 歳";

const scaleWritings: Readonly<Record<string, string>> = {
  100: "hundred 百",
  1e3: "k thousand thousands tsd tausend mille mil тыс тыс. тысяч 千 천 仟",
  1e4: "万 萬 만",
  1e5: "lakh lakhs 十万",
  1e6: "m mn mln mln. mio mio. million millions millionen millon millones milhao milhoes milione milioni млн млн. миллион миллиона миллионов 百万 百萬 백만",
  1e7: "crore crores cr 千万 千萬 천만",
  1e8: "亿 億 억",
  1e9: "b bn billion billions mrd mrd. milliard milliards milliarde milliarden mil_millones miliardo miliardi млрд млрд. миллиард миллиардов 十亿 十億",
  1e10: "百亿",
  1e11: "千亿 千億",
  1e12: "tn trn trillion trillions billionen billones трлн трлн. 万亿 萬億 兆 조",
};

function byWriting<Meaning>(
  table: Readonly<Record<string, string>>,
  meaning: (name: string) => Meaning,
): ReadonlyMap<string, Meaning> {
  const result = new Map<string, Meaning>();
  for (const [name, writings] of Object.entries(table))
    for (const writing of writings.split(" ")) result.set(writing.replaceAll("_", " "), meaning(name));
  return result;
}

/** Canonical unit by folded writing: currencies as ISO 4217 codes, `%`, measures. `¥` is CNY (`円` and `JP¥` are JPY), `$` is USD. */
export const unitByWriting: ReadonlyMap<string, string> = new Map([
  ...byWriting(currencyWritings, (code) => code),
  ...byWriting(measureWritings, (unit) => unit),
]);

/** Currencies by folded writing. */
export const currencyByWriting: ReadonlyMap<string, string> = byWriting(currencyWritings, (code) => code);

/** ISO 4217 codes that `unit` can be. */
export const currencyCodes: ReadonlySet<string> = new Set(currencyByWriting.values());

/** The factor of a scale word by its folded writing. */
export const scaleByWriting: ReadonlyMap<string, number> = byWriting(scaleWritings, Number);

/** Nouns directly after a number in Chinese, Japanese and Korean; longer ones win. */
export const unspacedNounSet: ReadonlySet<string> = new Set(unspacedNouns.split(" "));

const measuredUnits = new Set(unitByWriting.values());

/** Whether a canonical unit is a currency, percent or a unit of measure, and no counted noun. */
export function isMeasuredUnit(unit: string): boolean {
  return measuredUnits.has(unit);
}

/** Folded names of months, which follow a day's number and are no unit. */
export const monthNames: ReadonlySet<string> = new Set(
  (
    "january february march april may june july august september october november december jan feb mar apr jun jul aug " +
    "sep sept oct nov dec januar februar marz mai juni juli oktober dezember janvier fevrier mars avril juin juillet aout " +
    "septembre octobre novembre decembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre " +
    "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"
  ).split(" "),
);
