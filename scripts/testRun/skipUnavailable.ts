import type { Reporter, Suite } from '@playwright/test/reporter'

/**
 * Skips, before anything is started for it, each test of a project that cannot run here (`missing` in
 * playwright.config.ts): Playwright starts no worker for a test known to be skipped, and tells and counts it
 * does any other. Where this is left out (`--reporter=dot`), the fixture `available` skips the same tests one by one.
 */
export class SkipUnavailable implements Reporter {
  onBegin(_config: unknown, whole: Suite): void {
    for (const project of whole.suites) {
      const description = missingOf(project)
      if (description === null) continue
      for (const test of project.allTests()) {
        test.expectedStatus = 'skipped'
        test.annotations.push({ type: 'skip', description })
      }
    }
  }

  /** Writes nothing: without this Playwright would add a reporter of its own for the terminal. */
  printsToStdio(): boolean {
    return false
  }
}

/** Why a project cannot run here, or null. */
function missingOf(project: Suite): string | null {
  const { missing } = (project.project()?.use ?? {}) as { readonly missing?: string | null } // HostUse in webApp.ts
  return missing ?? null
}

export default SkipUnavailable
