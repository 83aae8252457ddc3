import type { settings as channels } from '../contract/settings.ts'
import { type AppSettings, leftServers, type SettingsService } from '../services/settings/index.ts'
import type { Handlers } from './router.ts'

/** No channel returns a key: `keys` names the providers that have one. */
export function settingsHandlers(
  service: SettingsService,
  onProvidersChanged: () => void,
): Handlers<typeof channels> {
  function shown(values: AppSettings) {
    const warnings = service.warnings()
    const stored = { keys: service.keys.list(), isLanguageStored: service.isLanguageStored() }
    return { ...values, ...stored, ...(warnings.length > 0 && { warnings }) }
  }
  return {
    'settings:get': async () => shown(service.current()),
    'settings:update': async ({ patch }) => {
      const set = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
      const { providers } = service.current()
      const updated = await service.update(set)
      // A key belongs to the server that it was entered for.
      for (const id of leftServers(providers, updated.providers)) await service.keys.delete(id)
      const next = shown(updated)
      if ('embedding' in set || 'providers' in set) onProvidersChanged()
      return next
    },
    'settings:key:set': async ({ provider, key }) => {
      await service.keys.set(provider, key)
      return { stored: true }
    },
    'settings:key:delete': async ({ provider }) => ({ deleted: await service.keys.delete(provider) }),
  }
}
