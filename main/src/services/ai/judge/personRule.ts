export interface PersonRule {
  readonly person: 'first' | 'third'
  /** The narrative person that the constraint demands. */
  readonly narrator?: string
}

const partly =
  /交替|轮换|除了|除外|之外|以外|日记|书信|信件|对话|对白|回忆|梦|只在|仅在|部分|alternat|except|unless|diar|letter|dialogue|dream|flashback|only in|\b(?:some|part)/i
const avoided =
  /(?:避免|禁止|不要?|不得|不许|勿|别)[^，。；]{0,6}$|\b(?:avoid|never|no|not|don't|without)\W+(?:\w+\W+){0,3}$/i

/** Undefined for a constraint about anything else, or one that demands a person in some places only. Pure. */
export function personRule(constraint: string): PersonRule | undefined {
  if (partly.test(constraint)) return undefined
  const wants = (name: RegExp) => {
    const at = constraint.search(name)
    return at >= 0 && !avoided.test(constraint.slice(0, at))
  }
  const [first, third] = [wants(/第一人称|first[- ]person/i), wants(/第三人称|third[- ]person/i)]
  if (first === third) return undefined
  if (third) return { person: 'third' }
  const narrator =
    /叙述者(?:是|为|：|:)\s*([\p{Script=Han}·]{2,4})(?=[，。；、\s]|$)/u.exec(constraint)?.[1] ??
    /narrat(?:or is|or:|ed by)\s+(\p{Lu}\p{L}+)/u.exec(constraint)?.[1]
  return { person: 'first', ...(narrator === undefined ? {} : { narrator }) }
}
