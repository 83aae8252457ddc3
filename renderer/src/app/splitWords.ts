/** The words of a field that takes several, each once: one a line, or with commas between them. */
export const splitWords = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n、，,；;]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]
