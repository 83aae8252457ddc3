import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { linkText, pageText } from '../../../main/src/contract/handshake.ts'
import { createGate } from '../../../main/src/hosts/web/gate.ts'
import { sessionIdOf, type WebSessions } from '../../../main/src/services/webSessions/index.ts'

const origin = 'http://127.0.0.1:4173'
const nonce = 'n'.repeat(43)
const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

type WebSession = Awaited<ReturnType<WebSessions['register']>>

/** Sessions in memory; the gate registers, finds and uses them. */
function createSessions(): WebSessions {
  const sessions = new Map<string, WebSession>()
  return {
    hostKeys: async () => ({ privateKey: newKeys().privateKey, journalKey: '' }),
    find: (id) => sessions.get(id),
    use: (id) => sessions.has(id),
    register: async (session) => {
      const id = sessionIdOf(session.publicKey)
      const registered = { ...session, id, createdAt: 0, usedAt: 0 } as unknown as WebSession // times are of no interest
      sessions.set(id, registered)
      return registered
    },
    list: () => [...sessions.values()],
    end: async (id) => sessions.delete(id),
  }
}

describe('a challenge of the web gate', () => {
  let nowMs = 0
  beforeEach(() => {
    nowMs = 0
  })

  /** A page that has followed the link and answers the gate's challenge correctly. */
  function answeredChallenge() {
    const gate = createGate({
      keys: { privateKey: newKeys().privateKey, journalKey: 'journal' },
      sessions: createSessions(),
      port: () => 4173,
      clock: { now: () => 0, monotonic: () => nowMs },
    })
    const secret = gate.issueSecret()
    const page = newKeys()
    const publicKey = page.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url')
    const text = linkText(origin, nonce, publicKey)
    const mac = createHmac('sha256', Buffer.from(secret, 'base64url')).update(text).digest('base64url')
    const answer = gate.answer({ nonce, registration: { publicKey, mac } }, origin)
    if (!answer || !('challenge' in answer)) throw new Error(`no challenge: ${JSON.stringify(answer)}`)
    const { challenge } = answer
    const signedText = pageText({ origin, session: sessionIdOf(publicKey), nonce, challenge })
    const key = { key: page.privateKey, dsaEncoding: 'ieee-p1363' } as const
    const proof = sign('sha256', Buffer.from(signedText), key).toString('base64url')
    const admitFrom = async (from: string) =>
      (await gate.admit({ challenge, proof }, { origin: from, browser: 'Firefox' })) !== null
    return { admitFrom }
  }

  test('admits the origin that requested it, once', async () => {
    const { admitFrom } = answeredChallenge()
    expect([await admitFrom(origin), await admitFrom(origin)]).toEqual([true, false])
  })

  test('does not admit another origin, whatever that page has signed', async () => {
    const others = ['http://localhost:4173', 'http://127.0.0.1:4174', 'https://127.0.0.1:4173', 'null']
    const admitted: boolean[] = []
    for (const other of others) admitted.push(await answeredChallenge().admitFrom(other))
    expect(admitted).toEqual(others.map(() => false))
  })

  test('expires after 30 seconds', async () => {
    const [inTime, expired] = [answeredChallenge(), answeredChallenge()]
    nowMs = 30_000
    const first = await inTime.admitFrom(origin)
    nowMs = 30_001
    expect([first, await expired.admitFrom(origin)]).toEqual([true, false])
  })
})
