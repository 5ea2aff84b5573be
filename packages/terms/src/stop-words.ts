/**
 * Words too common to tell one text from another: English (function words; contractions without their apostrophe), the
 * articles and conjunctions of German, French and Spanish that are no English words, and the most frequent Chinese
 * pairs. Folded, before stemming.
 */
const words = `
a about above after again against all also am an and any are arent as at be because been before being below
between both but by can cannot cant could couldnt did didnt do does doesnt doing
dont down during each either few for from further had hadnt has hasnt have havent having he her
here hers herself him himself his how i if in into is isnt it its itself just lets me more most my
myself neither no nor not of off on once only or other our ours ourselves out over own please same shall she should
shouldnt so some such than that the their theirs them themselves then there these they this those through to
too under until up upon us very was wasnt we were werent what when where which while who whom why will
with wont would wouldnt you your yours yourself yourselves
der die das den dem des ein eine einer eines einem einen und oder ist sind mit von zu zum zur im auf fur nicht
le la les un une du et ou est sont dans pour avec sur par aux
el los las del y o es son con por para
的 了 和 与 及 或 在 是
`;

/** The stop-words of the standard and the path analyzer: folded words (see `foldText`) that yield no term. */
export const stopWords: ReadonlySet<string> = new Set(words.trim().split(/\s+/));
