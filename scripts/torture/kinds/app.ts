import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kind, tokenOf } from './kind.ts'

/** Projects that get their place in the list of known ones. */
export const registry: Kind = {
  name: 'registry',
  async write({ call, place, who, n, intend }) {
    const rootPath = join(place.folder, 'more', tokenOf({ who, n }))
    intend(rootPath, tokenOf({ who, n }))
    await call('projects:create', { rootPath, name: tokenOf({ who, n }) })
  },
  async read({ call }) {
    const { projects } = await call('projects:list', {})
    return new Map(projects.map(({ rootPath, name }) => [rootPath, name]))
  },
}

/** Folders without an id that everybody opens: it gets one id, and all are told the same. */
export const firstOpenings: Kind = {
  name: 'project ids',
  async arrange({ folder }) {
    for (let n = 0; n < 200; n++) {
      await mkdir(join(folder, 'found', String(n), 'manuscript'), { recursive: true })
    }
  },
  async write({ call, place, n, intend }) {
    const rootPath = join(place.folder, 'found', String(n % 200))
    const { projectId } = await call('projects:open', { rootPath })
    intend(rootPath, projectId)
  },
  async read({ place }) {
    const found = new Map<string, string>()
    for (let n = 0; n < 200; n++) {
      const rootPath = join(place.folder, 'found', String(n))
      const text = await readFile(join(rootPath, '.creonow/project.json'), 'utf8').catch(() => '{}')
      found.set(rootPath, String(JSON.parse(text).id))
    }
    return found
  },
}

const keysAsStored = async (dataFolder: string): Promise<ReadonlyMap<string, string>> =>
  new Map(Object.entries(JSON.parse(await readFile(join(dataFolder, 'keys.json'), 'utf8').catch(() => '{}'))))

export const keys: Kind = {
  name: 'keys',
  async write({ call, who, n, intend }) {
    const provider = `p${who}-${n % 10}`
    if (n % 7 === 6) {
      intend(provider, undefined)
      await call('settings:key:delete', { provider })
      return
    }
    const key = `torture-key-${tokenOf({ who, n })}`
    intend(provider, key)
    await call('settings:key:set', { provider, key })
  },
  // No channel returns a key.
  read: ({ place }) => keysAsStored(place.dataFolder),
}

const fields = ['historyBudgetTokens', 'capacityTokens', 'sourceDeadlineMs'] as const

/** Each writer's own setting. */
export const settings: Kind = {
  name: 'settings',
  async write({ call, who, n, intend }) {
    const field = fields[who % 3] ?? 'capacityTokens'
    intend(field, String(2000 + n))
    await call('settings:update', { patch: { [field]: 2000 + n } })
  },
  async read({ call }) {
    const stored = await call('settings:get', {})
    return new Map(fields.map((field) => [field, String(stored[field])]))
  },
}

const withSecrets = '.creonow/settings/钥匙.md'

/** Places the author has marked as no secret. */
export const allowed: Kind = {
  name: 'allow-list',
  async arrange({ project }) {
    await mkdir(join(project, '.creonow/settings'), { recursive: true })
    const lines = Array.from(
      { length: 300 },
      (_, n) => `第${n}把：sk-${`aB3xZ9${n}qT7`.padStart(40, 'kW5r')}`,
    )
    await writeFile(join(project, withSecrets), `${lines.join('\n\n')}\n`)
  },
  // What one writer allows gives the others' matches another place.
  again: ['CONFLICT', 'NOT_FOUND'],
  async write({ call, projectId, who, n, intend }) {
    const { matches } = await call('redaction:matches', { projectId, sourceRef: withSecrets })
    const match = matches[(n * 3 + who) % Math.max(matches.length, 1)]
    if (!match) return
    const { index, start } = match
    const { sha256 } = await call('redaction:allow:add', { projectId, sourceRef: withSecrets, index, start })
    intend(sha256, 'allowed')
  },
  async read({ call, projectId }) {
    const { items } = await call('redaction:allow:list', { projectId })
    return new Map(items.map(({ sha256 }) => [sha256, 'allowed']))
  },
}
