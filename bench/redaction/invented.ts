/** An invented secret. Every value is put together at run time, so that no scanner takes this repository for a leak. */
export interface SecretKind {
  readonly name: string
  /** As it stands in a text. */
  readonly text: string
  /** The part that must not get out; not always the whole text. */
  readonly secret: string
  /** Hidden in a manuscript too; paths are not. */
  readonly everywhere: boolean
}

const lower = 'qwertyuiopasdfghjklzxcvbnm'
export const upper = 'MNBVCXZLKJHGFDSAPOIUYTREWQ'
export const digits = '7309158264'

/** Repeatable characters, different for every seed; classes take turns, so that short ones hold a digit too. */
export function invented(
  seed: string,
  length: number,
  classes: readonly string[] = [lower, digits, upper],
): string {
  let state = 17
  for (const character of seed) state = (state * 31 + character.charCodeAt(0)) % 65_521
  return Array.from({ length }, (_, index) => {
    state = (state * 75 + 74) % 65_537
    const from = classes[index % classes.length] ?? lower
    return from[state % from.length]
  }).join('')
}

export const plain = (name: string, ...parts: readonly string[]): SecretKind => {
  const text = parts.join('')
  return { name, text, secret: text, everywhere: true }
}
export const within = (name: string, before: string, secret: string, after = ''): SecretKind => ({
  name,
  text: before + secret + after,
  secret,
  everywhere: true,
})
export const path = (name: string, text: string): SecretKind => ({
  name,
  text,
  secret: text,
  everywhere: false,
})
