import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import { APICallError } from "ai";

/**
 * How servers refuse an image: OpenAI and OpenRouter (`image_url is only supported by certain models`, `support image
 * input`); llama.cpp (`image input is not supported`, `mmproj`); vLLM (`is not a multimodal model`, `At most 0 image(s)`);
 * Ollama (`missing data required for image input`); Anthropic and Google name the image's type.
 */
const IMAGE_REFUSED =
  /\bimages?(?:_url)?\b[^.]{0,60}(?:only supported|not supported|unsupported|may be provided|not allowed)|support image|image input|multimodal|mmproj|does not support (?:vision|images?)/i;
const NOT_SHOWN = "[image not shown: this model takes no images. Use view with mode text.]";

/**
 * A model that is shown the images of tool results where its protocol has room for them, and told in words where the model
 * behind it takes none: the first refusal is met by the same step without images, and so are all later ones.
 * Chat completions have no place for an image in a result, and would be sent its JSON as text: there it stands in a message
 * of the user's after the result.
 */
export function withImages(model: LanguageModelV4): LanguageModelV4 {
  // As the AI SDK's providers name the protocol: `openai-compatible.chat`, `openai.chat`, `groq.chat`.
  const isChat = model.provider.endsWith(".chat");
  let takesImages = true;

  async function call<Answer>(
    options: LanguageModelV4CallOptions,
    send: (options: LanguageModelV4CallOptions) => PromiseLike<Answer>,
  ): Promise<Answer> {
    const { prompt } = options;
    if (!prompt.some((message) => resultsOf(message).some((part) => imagesOf(part).length > 0))) return send(options);
    if (takesImages) {
      try {
        return await send(isChat ? { ...options, prompt: prompt.flatMap(imagesBeside) } : options);
      } catch (error) {
        if (!isImageRefusal(error)) throw error;
        takesImages = false;
      }
    }
    return send({ ...options, prompt: withTextAlone(prompt) });
  }

  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => call(options, (changed) => model.doGenerate(changed)),
    doStream: (options) => call(options, (changed) => model.doStream(changed)),
  };
}

function isImageRefusal(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return false;
  return IMAGE_REFUSED.test(`${error.message} ${error.responseBody ?? ""}`);
}

function resultsOf(message: LanguageModelV4Message): readonly LanguageModelV4ToolResultPart[] {
  return message.role === "tool" ? message.content.filter((part) => part.type === "tool-result") : [];
}

function imagesOf({ output }: LanguageModelV4ToolResultPart): readonly LanguageModelV4FilePart[] {
  if (output.type !== "content") return [];
  return output.value.flatMap((part) => (part.type === "file" ? [part as LanguageModelV4FilePart] : []));
}

/** The message with its results as texts, and after it one that shows their images, each called by its call. */
function imagesBeside(message: LanguageModelV4Message): readonly LanguageModelV4Message[] {
  const shown = resultsOf(message).flatMap((result) =>
    imagesOf(result).flatMap((image) => [
      { type: "text" as const, text: `The image that ${result.toolName} (${result.toolCallId}) shows:` },
      image,
    ]),
  );
  if (shown.length === 0) return [message];
  return [textsOnly(message, ""), { role: "user", content: shown }];
}

function withTextAlone(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  return prompt.map((message) => textsOnly(message, `\n${NOT_SHOWN}`));
}

/** Results that hold an image as their text, with `note` at its end; all else as it is. */
function textsOnly(message: LanguageModelV4Message, note: string): LanguageModelV4Message {
  if (message.role !== "tool") return message;
  return {
    ...message,
    content: message.content.map((part) => {
      if (part.type !== "tool-result" || part.output.type !== "content" || imagesOf(part).length === 0) return part;
      const text = part.output.value.flatMap((one) => (one.type === "text" ? [one.text] : [])).join("\n");
      return { ...part, output: { type: "text", value: text + note } };
    }),
  };
}
