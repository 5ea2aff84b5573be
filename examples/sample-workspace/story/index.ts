import type { StoryFiles } from "./files.ts";
import { financeFiles } from "./finance.ts";
import { itFiles } from "./it.ts";
import { meetingFiles } from "./meetings.ts";
import { peopleFiles } from "./people.ts";
import { propertyFiles } from "./property.ts";
import { supplierFiles } from "./suppliers.ts";

/** Every file of the sample workspace: an invented planning office that prepares its move from one building to another. */
export function storyFiles(): StoryFiles {
  return {
    ...propertyFiles(),
    ...financeFiles(),
    ...peopleFiles(),
    ...itFiles(),
    ...supplierFiles(),
    ...meetingFiles(),
  };
}
