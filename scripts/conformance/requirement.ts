/** One demand of a document, and the tests that show that the code meets it. */
export interface Requirement {
  /** Number of the document and of the demand in it, `000.06`; never given to another demand. */
  readonly id: string
  /** Heading under which the document demands it. */
  readonly section: string
  /** What is demanded, one sentence. */
  readonly demand: string
  /**
   * Titles of the tests that show it, as written in their files: suites and test joined by ` > `. Where two files have
   * the title, the path below `tests/` and ` > ` come first.
   */
  readonly tests: readonly string[]
  /** What falls short, with its figure and its reason; absent where the demand is met. */
  readonly shortfall?: string
}

/** A document of requirements. */
export interface RequirementDocument {
  /** First part of the ids of its requirements. */
  readonly number: string
  /** What the document is about. */
  readonly title: string
  /** Its demands, in its order. */
  readonly requirements: readonly Requirement[]
}
