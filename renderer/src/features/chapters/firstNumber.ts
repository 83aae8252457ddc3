/** As the contract takes it. */
const mostNumber = 100_000

/** The number that is typed, also in full width; undefined: none, null: no number of a chapter. */
export const firstNumberOf = (typed: string): number | undefined | null => {
  const plain = typed.normalize('NFKC').trim()
  if (plain === '') return undefined
  const number = /^\d+$/.test(plain) ? Number(plain) : 0
  return number >= 1 && number <= mostNumber ? number : null
}
