/** Lines of material that address a model: its protocol, or the usual attempts to overrule what it was told. */
const injectionPatterns: readonly RegExp[] = [
  /^[ \t]*(?:\d+[ \t]*[:|\t→][ \t]*)?(?:Action|Observation|Thought)[ \t]*[:：]/im,
  /\bFinish\[/,
  /<\s*\/?\s*system-reminder/i,
  /(?:忽略|无视|忘记|不要理会)(?:掉)?(?:你)?(?:以上|之前|前面|上面|此前|所有)(?:的)?.{0,8}(?:要求|指令|规则|提示|命令|设定)/,
  /(?:ignore|disregard|forget)\s+(?:all\s+|any\s+)?(?:the\s+)?(?:previous|above|prior|earlier)\s+(?:instructions?|rules?|prompts?|orders?)/i,
]

/** Whether something in what a tool has read sounds like orders to a model. They are material all the same. */
export const resemblesPromptInjection = (text: string): boolean =>
  injectionPatterns.some((pattern) => pattern.test(text))
