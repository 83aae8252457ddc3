/** What a request's budget is divided for; it comes from its skill. */
export type BudgetProfileName = 'write' | 'chat' | 'search' | 'planning' | 'agent'

/** The parts of a budget, whole tokens ≥ 0, together at most `total`. */
export interface Allocation {
  readonly total: number
  /** What is always sent: instructions and rules. */
  readonly system: number
  /** What is remembered of the author's taste. */
  readonly preferences: number
  /** Recent history. */
  readonly shortTerm: number
  /** Earlier exchanges that resemble the request. */
  readonly longTerm: number
  /** All other retrieved material. */
  readonly retrieval: number
}

export interface AllocateFor {
  readonly hasRetrieval: boolean
  /** Finished rounds of the conversation. */
  readonly rounds: number
  readonly profile: BudgetProfileName
  /** What instructions and rules need; the part grows to it. */
  readonly systemTokens?: number
}

/** Hundredths of what is left for memory and retrieval. */
interface Shares {
  readonly longTerm: number
  readonly retrieval: number
}

export interface Profile {
  /** False: only the shares of the layers decide. */
  readonly capped: boolean
  /** Whether the author's history budget and a quarter of the input bound history too. */
  readonly historySetting: boolean
  readonly withRetrieval: Shares
  readonly without: Shares
}

const shares = { withRetrieval: { longTerm: 15, retrieval: 45 }, without: { longTerm: 45, retrieval: 0 } }

/** Short-term history gets what the other two leave: 40 of 100 with retrieval, 55 without. */
export const profiles: Readonly<Record<BudgetProfileName, Profile>> = {
  write: { capped: false, historySetting: true, ...shares },
  chat: { capped: true, historySetting: true, ...shares },
  search: { capped: true, historySetting: true, ...shares },
  planning: { capped: true, historySetting: true, ...shares },
  agent: { capped: true, historySetting: false, ...shares },
}

const systemReserve = 500
const preferencesShare = 10
const longFrom = 20
const longest = 100
/** So much of short-term history a conversation of `longest` rounds hands to what it remembers. */
const longTermShift = 0.375

/**
 * Divides `total` tokens. When it is too small for instructions and preferences these shrink first, in proportion.
 * What instructions need beyond their reserve comes from retrieval, then long-term, short-term, preferences.
 */
export function allocate(
  total: number,
  { hasRetrieval, rounds, profile, systemTokens = 0 }: AllocateFor,
): Allocation {
  const all = whole(total)
  const preferencesTarget = Math.floor((all * preferencesShare) / 100)
  const preferences =
    systemReserve + preferencesTarget <= all
      ? preferencesTarget
      : Math.floor((all * preferencesTarget) / (systemReserve + preferencesTarget))
  const system = Math.min(systemReserve, all - preferences)
  const rest = all - system - preferences
  const { withRetrieval, without } = profiles[profile]
  const share = hasRetrieval ? withRetrieval : without
  const retrieval = Math.floor((rest * share.retrieval) / 100)
  const recalled = Math.floor((rest * share.longTerm) / 100)
  const recent = rest - retrieval - recalled
  const roundsBeyond = Math.min(whole(rounds), longest) - longFrom
  const freed =
    roundsBeyond > 0 ? Math.floor((recent * longTermShift * roundsBeyond) / (longest - longFrom)) : 0
  const parts = { retrieval, longTerm: recalled + freed, shortTerm: recent - freed, preferences }
  return grown({ total: all, system, ...parts }, Math.min(all, whole(systemTokens)))
}

function grown(allocation: Allocation, needed: number): Allocation {
  const parts = { ...allocation }
  for (const part of ['retrieval', 'longTerm', 'shortTerm', 'preferences'] as const) {
    const moved = Math.min(parts[part], Math.max(0, needed - parts.system))
    parts[part] -= moved
    parts.system += moved
  }
  return parts
}

/** Whole and ≥ 0; what is no number is nothing. */
const whole = (value: number) => (value > 0 ? Math.floor(Math.min(value, Number.MAX_SAFE_INTEGER / 100)) : 0)
