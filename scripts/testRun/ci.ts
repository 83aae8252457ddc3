/** Whether nobody sits before this run. */
export function isCi(): boolean {
  return process.env.CI !== undefined && !['', '0', 'false'].includes(process.env.CI)
}

/**
 * How often a failed test is run again. On a machine whose load nobody knows once, and the first failure is told with
 * the result; in front of a person never.
 */
export const retries = isCi() ? 1 : 0
