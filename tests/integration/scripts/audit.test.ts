import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../support/hostedTestApp.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeEach(async () => {
  folder = await temporaryFolder()
  const project = { name: 'fog', version: '1.0.0', dependencies: { rain: '1.0.0' } }
  const rain = { version: '1.0.0', license: 'MIT' }
  const packages = { '': project, 'node_modules/rain': rain }
  await writeFile(join(folder.path, 'package.json'), JSON.stringify(project))
  await writeFile(
    join(folder.path, 'package-lock.json'),
    JSON.stringify({ ...project, lockfileVersion: 3, packages }),
  )
})
afterEach(() => folder.remove())

/** Exit code and output of `npm run audit` in a small project with this registry. */
function audit(registry: string): Promise<readonly [number, string]> {
  const { promise, resolve: done } = Promise.withResolvers<readonly [number, string]>()
  const env = {
    ...process.env,
    npm_config_registry: registry,
    // npm remembers advisories by their number.
    npm_config_cache: join(folder.path, 'caches', new URL(registry).port),
  }
  execFile(
    process.execPath,
    [resolve('scripts/audit.ts')],
    { cwd: folder.path, env },
    (error, stdout, stderr) => {
      done([error ? Number(error.code) : 0, stdout + stderr])
    },
  )
  return promise
}

/** The same with a registry that gives this answer to an audit. */
async function auditAnswered(status: number, body: string): Promise<readonly [number, string]> {
  const server = createServer((request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json')
    if (request.method === 'POST') response.writeHead(status).end(body)
    else response.end('{"name":"rain","dist-tags":{},"versions":{"1.0.0":{"name":"rain","version":"1.0.0"}}}')
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as AddressInfo // a TCP server has no other kind of address
  try {
    return await audit(`http://127.0.0.1:${port}/`)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

const advisory = (severity: string) =>
  JSON.stringify({
    rain: [
      {
        ...{ id: 1, url: 'about:blank', title: 'wet', severity, vulnerable_versions: '*' },
        ...{ cwe: [], cvss: { score: 5, vectorString: null } },
      },
    ],
  })

test('an audit fails at high and above, and prints the counts', async () => {
  const counts = (high: number, moderate: number) =>
    `Vulnerabilities: critical 0, high ${high}, moderate ${moderate}, low 0, info 0.\n`
  expect([
    await auditAnswered(200, '{}'),
    await auditAnswered(200, advisory('moderate')),
    await auditAnswered(200, advisory('high')),
  ]).toEqual([
    [0, counts(0, 0)],
    [0, counts(0, 1)],
    [1, counts(1, 0)],
  ])
}, 60_000)

test('a registry that cannot be reached or refuses audits is named as the reason and fails nothing', {
  tags: ['whole'],
  timeout: 60_000,
}, async () => {
  const refused = (status: number) => [
    0,
    `No audit: the registry refused it (HTTP ${status}). Nothing was checked.\n`,
  ]
  expect([
    await audit('http://127.0.0.1:9/'),
    await auditAnswered(403, '{"error":"forbidden"}'),
    await auditAnswered(404, '{"error":"not implemented"}'),
  ]).toEqual([
    [0, 'No audit: the registry was not reached (offline). Nothing was checked.\n'],
    refused(403),
    refused(404),
  ])
})

test('an answer that is no audit fails it', { tags: ['whole'], timeout: 60_000 }, async () => {
  const unreadable = [1, "No audit: the registry's answer cannot be read. Nothing was checked.\n"]
  expect([await auditAnswered(200, '<html>雾港</html>'), await auditAnswered(200, '{"rain":5}')]).toEqual([
    unreadable,
    unreadable,
  ])
})
