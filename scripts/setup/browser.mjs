import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ask, ownNode, readJson, run, say, which, writeText } from './shell.mjs'

const oneDayMs = 24 * 3600 * 1000
// The shell has no windows of its own and takes a fifth less of the processor.
const shellName = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** Where playwright.config.ts and the test runner find the outcome. */
const browserFile = (root) => join(root, 'node_modules', '.cache', 'creonow-browser.json')

/**
 * Finds a Chromium for the tests, a headless shell first, else installs the distribution's or Playwright's, and notes `{chromium, reason, cjkFonts}`.
 * An attempt to install that failed is repeated after a day at the earliest. CREONOW_NO_INSTALL forbids it.
 */
export function ensureBrowser(root) {
  const known = readJson(browserFile(root))
  if (known?.chromium && existsSync(known.chromium)) return

  const tried = known?.installTriedAt ?? 0
  const mayInstall = !process.env.CREONOW_NO_INSTALL && Date.now() - tried > oneDayMs
  let chromium = findChromium(root)
  let installTriedAt = tried
  if (chromium === null && mayInstall) {
    installTriedAt = Date.now()
    installChromium(root)
    chromium = findChromium(root)
  }
  const cjkFonts = hasCjkFonts() || (mayInstall && installFonts())
  if (!cjkFonts)
    say(
      '没有找到中文字体：截图里会是方框（请安装 fonts-noto-cjk）',
      'no Chinese fonts found: screenshots would show boxes (install fonts-noto-cjk)',
    )
  const reason =
    chromium === null
      ? '没有找到 Chromium，也装不上（可运行 npx playwright install --only-shell chromium）。'
      : null
  if (chromium === null) say('没有 Chromium：浏览器测试会跳过', 'no Chromium: browser tests will be skipped')
  else say(`测试用的 Chromium：${chromium}`, `Chromium for the tests: ${chromium}`)
  writeText(
    browserFile(root),
    `${JSON.stringify({ chromium, reason, cjkFonts, ...(chromium ? {} : { installTriedAt }) })}\n`,
  )
}

function findChromium(root) {
  const whole = ask(ownNode(root), ['-p', "require('@playwright/test').chromium.executablePath()"], {
    cwd: root,
  })
  const candidates = [
    process.env.CREONOW_CHROMIUM,
    shellBeside(whole),
    which(shellName),
    whole,
    ...names.map(which),
    ...elsewhere,
  ]
  return candidates.find((path) => path && existsSync(path) && works(path)) ?? null
}

/** Playwright tells where its whole Chromium would lie; its shell lies in a folder beside it, of the same number. */
function shellBeside(whole) {
  const folder = whole?.replace(/([\\/])chromium-(\d+)[\\/].*$/, '$1chromium_headless_shell-$2')
  if (!folder || folder === whole || !existsSync(folder)) return null
  const inside = readdirSync(folder).flatMap((inner) =>
    ['chrome-headless-shell', 'headless_shell'].flatMap((name) =>
      [name, `${name}.exe`].map((file) => join(folder, inner, file)),
    ),
  )
  return inside.find((path) => existsSync(path)) ?? null
}

/** Ubuntu ships a `chromium-browser` that only prints how to get the snap; asking its version tells. */
function works(path) {
  return process.platform === 'win32' || /\d+\.\d+/.test(ask(path, ['--version']) ?? '')
}

function installChromium(root) {
  for (const name of [shellName, 'chromium']) if (apt(name, 'fonts-noto-cjk')) return
  say('运行 playwright install --only-shell', 'running playwright install --only-shell')
  const install = [join(root, 'node_modules', 'playwright', 'cli.js'), 'install', '--only-shell', 'chromium']
  run(ownNode(root), install, { cwd: root, timeoutMs: 180_000 })
}

function hasCjkFonts() {
  // Without fontconfig (macOS, Windows) the system brings its own Chinese fonts.
  return which('fc-list') === null || (ask('fc-list', [':lang=zh']) ?? '') !== ''
}

function installFonts() {
  return apt('fonts-noto-cjk') && hasCjkFonts()
}

/** Debian and Ubuntu only, as root or with a sudo that does not ask. */
function apt(...packages) {
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version') || !which('apt-get')) return false
  const root = process.getuid() === 0
  if (!root && ask('sudo', ['-n', 'true']) === null) return false
  say(`运行 apt-get install ${packages.join(' ')}`, `running apt-get install ${packages.join(' ')}`)
  const quiet = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=60']
  const call = (...args) => {
    const [program, ...rest] = root ? [...quiet, ...args] : ['sudo', '-n', ...quiet, ...args]
    return run(program, rest, { timeoutMs: 600_000 })
  }
  return call('update') && call('install', '-y', '--no-install-recommends', ...packages)
}
