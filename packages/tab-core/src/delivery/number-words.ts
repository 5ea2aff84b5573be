/** Small numbers in words, which `quantities` does not read: 2 to 20 and the tens, by value. One is everywhere, and means little. */
const words: Readonly<Record<number, string>> = {
  2: "two zwei deux dos",
  3: "three drei trois tres",
  4: "four vier quatre cuatro",
  5: "five funf cinq cinco",
  6: "six sechs seis",
  7: "seven sieben sept siete",
  8: "eight acht huit ocho",
  9: "nine neun neuf nueve",
  10: "ten zehn dix diez",
  11: "eleven elf onze once",
  12: "twelve zwolf douze doce",
  13: "thirteen dreizehn treize trece",
  14: "fourteen vierzehn quatorze catorce",
  15: "fifteen funfzehn quinze quince",
  16: "sixteen sechzehn seize dieciseis",
  17: "seventeen siebzehn dix-sept diecisiete",
  18: "eighteen achtzehn dix-huit dieciocho",
  19: "nineteen neunzehn dix-neuf diecinueve",
  20: "twenty zwanzig vingt veinte",
  30: "thirty dreissig trente treinta",
  40: "forty vierzig quarante cuarenta",
  50: "fifty funfzig cinquante cincuenta",
  60: "sixty sechzig soixante sesenta",
  70: "seventy siebzig soixante-dix setenta",
  80: "eighty achtzig quatre-vingts ochenta",
  90: "ninety neunzig quatre-vingt-dix noventa",
};
const englishDigits = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
const hanDigits = "零一二三四五六七八九";

/** Whether folded text has the number in words: whole words in English, German, French and Spanish, numerals in Chinese. */
export function hasInWords(value: number, folded: string): boolean {
  if (!Number.isInteger(value) || value < 2 || value > 99) return false;
  const written = (words[value] ?? compound(value)).split(" ");
  const spaced = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${written.join("|")})(?![\\p{L}\\p{N}-])`, "u");
  if (spaced.test(folded)) return true;
  const han = new RegExp(`(?<![${hanDigits}十百千])(?:${hanNumeral(value)})(?![${hanDigits}十百千万亿])`, "u");
  return han.test(folded);
}

function compound(value: number): string {
  const tens = (words[value - (value % 10)] ?? "").split(" ")[0]!;
  return `${tens}-${englishDigits[value % 10]!}`;
}

function hanNumeral(value: number): string {
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  if (value === 2) return "二|两";
  const front = tens === 0 ? "" : tens === 1 ? "十" : `${hanDigits[tens]}十`;
  return `${front}${ones === 0 ? "" : hanDigits[ones]}`;
}
