/** What is known of this computer when CreoNow starts. */
export interface HostQuestion {
  readonly web: boolean
  readonly portGiven: boolean
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly isRoot: boolean
  /** Path of Electron's program, or why there is none; may try to download it once. */
  readonly findElectron: () => { readonly path: string } | { readonly missing: string }
}

export type HostChoice =
  | { readonly host: 'electron'; readonly path: string; readonly reason: string }
  | { readonly host: 'web'; readonly reason: string }

/** Electron where it can be used, else the web host; always with the reason. Asks for the program last. */
export function chooseHost(question: HostQuestion): HostChoice {
  const { web, portGiven, platform, env, isRoot, findElectron } = question
  if (web) return { host: 'web', reason: '用了 --web' }
  if (portGiven) return { host: 'web', reason: '指定了 --port' }
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) {
    return { host: 'web', reason: '这里没有图形界面' }
  }
  if (platform === 'linux' && isRoot) return { host: 'web', reason: 'Electron 的沙箱不能以 root 身份运行' }
  const found = findElectron()
  if ('missing' in found) return { host: 'web', reason: found.missing }
  return { host: 'electron', path: found.path, reason: 'Electron 可用' }
}
