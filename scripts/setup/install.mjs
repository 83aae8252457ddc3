import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ask, ownNode, readJson, run, SetupError, say, writeText } from './shell.mjs'

const oldestNodeMajor = 24

/** Installs the packages when they are missing or do not belong to package-lock.json; checks Node 24. */
export function ensureInstalled(root) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const wanted = createHash('sha256').update(lockText).digest('hex')
  const stampPath = join(root, 'node_modules', '.creonow-lock')
  if (readStamp(stampPath) === wanted && existsSync(ownNode(root))) return

  if (!matchesLock(root, JSON.parse(lockText))) install(root)
  ensureNode(root)
  writeText(stampPath, `${wanted}\n`)
}

function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
}

/** Whether somebody has already installed exactly this lock file (npm notes that in a hidden one). */
function matchesLock(root, lock) {
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages
  if (!installed) return false
  return Object.entries(lock.packages).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  )
}

function install(root) {
  const env = outsideEnv()
  if (existsSync(join(root, 'node_modules')))
    say('package-lock.json 变了：运行 npm ci', 'package-lock.json changed: running npm ci')
  else say('还没有装依赖：运行 npm ci（约一分钟）', 'packages are missing: running npm ci (about a minute)')
  if (run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, env })) return
  say('npm ci 没有成功：改用 npm install', 'npm ci failed: running npm install instead')
  if (run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, env })) return
  throw new SetupError(
    '依赖没有装好（npm ci 和 npm install 都失败了），请检查网络后重试；npm 的输出在上面。',
    'The packages could not be installed (npm ci and npm install both failed). Check the network and try again; what npm said stands above.',
  )
}

/** The environment without our own node_modules/.bin: `npm ci` deletes the Node that lies there. */
function outsideEnv() {
  const key = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const folders = (process.env[key] ?? '').split(delimiter)
  return { ...process.env, [key]: folders.filter((f) => !/node_modules[\\/]\.bin/.test(f)).join(delimiter) }
}

function ensureNode(root) {
  const version = () => ask(ownNode(root), ['--version'])
  const fits = (text) => text !== null && Number.parseInt(text.slice(1), 10) >= oldestNodeMajor
  if (fits(version())) return
  say('自带的 Node 不在：运行 npm rebuild node', 'the bundled Node is missing: running npm rebuild node')
  run('npm', ['rebuild', 'node'], { cwd: root, env: outsideEnv() })
  if (fits(version())) return
  throw new SetupError(
    `NODE_TOO_OLD: 没有找到 Node ${oldestNodeMajor}（应由依赖 node 安装），请删除 node_modules 后再运行一次 npm start。`,
    `NODE_TOO_OLD: Node ${oldestNodeMajor} was not found (the package node brings it). Delete node_modules and run npm start again.`,
  )
}
