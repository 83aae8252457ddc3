/** A browser test that `npm run test:whole` runs and `npm test` does not; see `AGENTS.md`. */
export const whole = { tag: '@whole' }

/** `npm test` runs one of several such tests, by name the `first`. */
export const wholeBut = (isFirst: boolean): { tag?: string } => (isFirst ? {} : whole)

/** The same for a test of vitest. */
export const tagWholeBut = (isFirst: boolean): { tags?: string[] } => (isFirst ? {} : { tags: ['whole'] })
