import { generateKeyPairSync, sign } from 'node:crypto'

const der = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(content)
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const sequence = (...content: readonly Uint8Array[]) => der(0x30, ...content)
const text = (tag: number, value: string) => der(tag, Buffer.from(value))
/** 1.2.840.10045.4.3.2, ecdsa-with-SHA256, and 2.5.4.3, commonName. */
const algorithm = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
const name = sequence(der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), text(0x0c, 'localhost'))))

/** A key and a certificate of version 1 (RFC 5280) that it has signed itself, for a server that nobody trusts. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const life = sequence(text(0x17, '200101000000Z'), text(0x17, '491231000000Z'))
  const info = publicKey.export({ type: 'spki', format: 'der' })
  const signed = sequence(der(0x02, Buffer.from([1])), algorithm, name, life, name, info)
  const signature = der(0x03, Buffer.from([0]), sign('sha256', signed, privateKey))
  const body =
    sequence(signed, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  const label = (edge: string) => `-----${edge} CERTIFICATE-----`
  const cert = [label('BEGIN'), ...body, label('END'), ''].join('\n')
  return { key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })), cert }
}
