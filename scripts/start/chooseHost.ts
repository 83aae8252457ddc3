import type { Reason } from './words.ts'

/** What is known of this computer when CreoNow starts. */
export interface HostQuestion {
  readonly web: boolean
  readonly portGiven: boolean
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isRoot: boolean
  /** Path of Electron's program, or why there is none; may try to download it once. */
  readonly findElectron: () => { readonly path: string } | { readonly missing: Reason }
}

export type HostChoice =
  | { readonly host: 'electron'; readonly path: string; readonly reason: Reason }
  | { readonly host: 'web'; readonly reason: Reason }

/** Electron where it can be used, else the web host; always with the reason. Asks for the program last. */
export function chooseHost(question: HostQuestion): HostChoice {
  const { web, portGiven, platform, env, isRoot, findElectron } = question
  if (web) return { host: 'web', reason: 'asked' }
  if (portGiven) return { host: 'web', reason: 'port' }
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) {
    return { host: 'web', reason: 'noScreen' }
  }
  if (platform === 'linux' && isRoot) return { host: 'web', reason: 'root' }
  const found = findElectron()
  if ('missing' in found) return { host: 'web', reason: found.missing }
  return { host: 'electron', path: found.path, reason: 'usable' }
}
