import { describe, expect, it } from "vitest";
import { valueOfSentence } from "./sentence-value.ts";
import { understandAsk } from "./understand-ask.ts";

const value = (ask: string, text: string): string | undefined => valueOfSentence(understandAsk(ask), text);

describe("of several values in a sentence", () => {
  const pass = "A day pass costs 31 EUR for adults and 17 EUR for juniors.";

  it.each([
    ["Cost of a day pass for juniors", pass, "17 EUR"],
    ["Cost of a day pass for adults", pass, "31 EUR"],
    ["How long is the shift on weekends?", "A shift lasts 8 hours on weekdays and 10 hours on weekends.", "10 hours"],
    ["Who tunes the organ?", "The piano is tuned by Jan Reuter in May, the organ by Ulla Kern in June.", "Ulla Kern"],
    ["Water quota in May", "The quota of water is 40 litres in April and 55 litres in May.", "55 litres"],
    [
      "Price of the tent in winter",
      "In summer, the price of the tent is 60 EUR and in winter, it is 45 EUR.",
      "45 EUR",
    ],
    ["Key of door 77", "Door 77 says who opens it: key 577.", "577"],
    ["Limit of the pressure", "The pressure was measured at 4.1 bar; the limit is 6 bar.", "6 bar"],
    [
      "Limit of the boiler pressure",
      "In the gym the boiler pressure was measured at 2.3 bar; the limit is 3 bar.",
      "3 bar",
    ],
    ["Deposit of the red boat", "The red boat costs 40 EUR a day; the deposit is 200 EUR.", "200 EUR"],
    ["Badge number of Rita Kern", "Rita Kern has badge number 4471 and locker 12.", "4471"],
    ["Locker number of Rita Kern", "Rita Kern has badge number 4471 and locker 12.", "12"],
  ])("%j takes its own from %j", (ask, text, expected) => {
    expect(value(ask, text)).toBe(expected);
  });

  it("takes none when the ask does not say which", () => {
    expect(value("Cost of a day pass", pass)).toBeUndefined();
  });
});

describe("a value of another kind", () => {
  it.each([
    ["Length of the slide", "We offer the slide Curl 40 for 64,750 EUR; its length is not stated."],
    ["Who is the warden?", "The warden is on the night shift."],
    ["How many bottles broke?", "Of 640 bottles none broke."],
    ["Total income in fiscal year 2011", "The income of fiscal year 2011 is shown beside that of 2016."],
    ["Harvest in 2011", "The harvest of 2011 is shown beside that of 2016."],
    ["Number of filters", "The filters are changed up to 4 times per year."],
    ["Why did the lift stop on 9 June?", "The lift stopped on 9 June for 20 minutes."],
  ])("is no answer to %j", (ask, text) => {
    expect(value(ask, text)).toBeUndefined();
  });
});

it("gives the end of a period that an ask wants", () => {
  const text = "The permit is valid from 2 March 2023 to 1 March 2028.";
  expect(value("When does the permit expire?", text)).toBe("1 March 2028");
  expect(value("When does the permit start?", text)).toBe("2 March 2023");
});

it("gives a reason up to the end of its clause", () => {
  expect(
    value("Why was the match called off?", "The match was called off because of a flooded pitch, said the club."),
  ).toBe("a flooded pitch");
});
