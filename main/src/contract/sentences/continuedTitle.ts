/** The title of the second part of a divided chapter, in the language of the first one's. Free of zod. */
export const continuedTitle = (title: string): string =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(title) || title === ''
    ? `${title.slice(0, 190)}（续）`
    : `${title.slice(0, 180)} (continued)`
