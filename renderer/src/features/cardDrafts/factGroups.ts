/** A fact as far as it can contradict another one. */
interface GroupedFact {
  /** Absent: another name. */
  readonly field?: string | undefined
  /** Its field has one value, and there are several. */
  readonly clash: boolean
}

/** Facts of a card in their order; those of one field that contradict one another are together, at the place of the first. */
export function groupsOf<T extends GroupedFact>(facts: readonly T[]): readonly (readonly [T, ...T[]])[] {
  const groups: [T, ...T[]][] = []
  for (const fact of facts) {
    const group = fact.clash ? groups.find(([first]) => first.clash && first.field === fact.field) : undefined
    if (group) group.push(fact)
    else groups.push([fact])
  }
  return groups
}
