import { stemmer as danish } from "@orama/stemmers/danish";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as finnish } from "@orama/stemmers/finnish";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as greek } from "@orama/stemmers/greek";
import { stemmer as hungarian } from "@orama/stemmers/hungarian";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as norwegian } from "@orama/stemmers/norwegian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as romanian } from "@orama/stemmers/romanian";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { stemmer as turkish } from "@orama/stemmers/turkish";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createStandardAnalyzer, foldText, type Stemmer } from "./index.ts";

/** Stemmers of others through the port, and words that must become one term though they are handed over folded. */
const languages: readonly (readonly [string, Stemmer, readonly (readonly [string, string])[]])[] = [
  [
    "danish",
    danish,
    [
      ["aftaler", "aftale"],
      ["Udgifter", "udgift"],
    ],
  ],
  [
    "dutch",
    dutch,
    [
      ["contracten", "contract"],
      ["kosten", "kost"],
    ],
  ],
  ["finnish", finnish, [["kulut", "kulu"]]],
  [
    "french",
    french,
    [
      ["contrats", "contrat"],
      ["employés", "employé"],
      ["nationales", "national"],
      ["dépenses", "dépense"],
    ],
  ],
  [
    "german",
    german,
    [
      ["Häuser", "Haus"],
      ["Verträge", "Vertrag"],
      ["Mitarbeitern", "Mitarbeiter"],
      ["jährlichen", "jährlich"],
    ],
  ],
  ["greek", greek, [["συμβάσεις", "σύμβαση"]]],
  [
    "hungarian",
    hungarian,
    [
      ["szerződések", "szerződés"],
      ["költségek", "költség"],
    ],
  ],
  [
    "italian",
    italian,
    [
      ["contratti", "contratto"],
      ["annuali", "annuale"],
    ],
  ],
  [
    "norwegian",
    norwegian,
    [
      ["avtaler", "avtale"],
      ["kostnader", "kostnad"],
    ],
  ],
  [
    "portuguese",
    portuguese,
    [
      ["contratos", "contrato"],
      ["despesas", "despesa"],
    ],
  ],
  ["romanian", romanian, [["contracte", "contract"]]],
  [
    "russian",
    russian,
    [
      ["договоры", "договор"],
      ["договоров", "договор"],
      ["расходы", "расход"],
    ],
  ],
  [
    "spanish",
    spanish,
    [
      ["contratos", "contrato"],
      ["empleados", "empleado"],
      ["canciones", "canción"],
    ],
  ],
  ["swedish", swedish, [["avtalen", "avtal"]]],
  [
    "turkish",
    turkish,
    [
      ["sözleşmeler", "sözleşme"],
      ["giderler", "gider"],
    ],
  ],
];

describe.each(languages)("a %s stemmer through the port", (name, stemmer, words) => {
  const analyzer = createStandardAnalyzer({ name, stemmer });

  it("makes one term of a word's inflections", () => {
    for (const [inflected, plain] of words) expect(analyzer.terms(inflected), inflected).toEqual(analyzer.terms(plain));
  });

  it("leaves numbers, Chinese and the promises of terms alone", () => {
    expect(analyzer.terms("1,250 25% 认证")).toEqual(["1250", "25", "25%", "认证"]);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        for (const term of analyzer.terms(text)) expect(term).toMatch(/^[^\s]{1,65}$/v);
        expect(analyzer.terms(foldText(text))).toEqual(analyzer.terms(text));
      }),
    );
  });
});
