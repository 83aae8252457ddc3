import type { AppSettings } from '#contract/settings.ts'

type Services = AppSettings['providers']

/**
 * Whether a stored key may go to an address: to the server that its service was set up with, and no other. A page
 * that could name the address could otherwise collect every key.
 */
export function mayHaveKey(services: Services, provider: string, baseUrl: string): boolean {
  const service = services.find(({ id }) => id === provider)
  return service !== undefined && new URL(service.baseUrl).origin === new URL(baseUrl).origin
}

/** The services that were removed, or have another server: their stored keys are of no use now. */
export const leftServers = (before: Services, now: Services): string[] =>
  before.filter(({ id, baseUrl }) => !mayHaveKey(now, id, baseUrl)).map(({ id }) => id)
