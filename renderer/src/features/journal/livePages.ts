const prefix = 'creonow-page-'

/** As long as this page is there it holds a lock with its name, so that others leave its entries alone. */
export const announcePage = (page: string, locks: LockManager, window: Window): void => {
  const lock = () => {
    const lockReleased = new Promise<void>((resolve) => {
      // Before the page that comes after this one in the same tab asks.
      window.addEventListener('pagehide', () => resolve(), { once: true })
    })
    void locks.request(prefix + page, () => lockReleased)
  }
  lock()
  window.addEventListener('pageshow', (event) => event.persisted && lock())
}

/** The pages of this origin that are open now. */
export const findLivePages = async (locks: LockManager): Promise<ReadonlySet<string>> => {
  const { held = [] } = await locks.query()
  const names = held.map(({ name = '' }) => name)
  return new Set(names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)))
}
