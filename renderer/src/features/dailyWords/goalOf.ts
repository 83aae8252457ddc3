export const mostGoal = 1_000_000

/** A goal as it was typed, full width digits and separators included: 3,000 or ３０００; '' is 0. Null is no goal. */
export const goalOf = (typed: string): number | null => {
  const plain = typed.normalize('NFKC').replaceAll(/[,\s]/g, '')
  if (!/^\d{0,7}$/.test(plain)) return null
  const goal = Number(plain)
  return goal <= mostGoal ? goal : null
}
