// Makes owf.json, an answer of a wallet that others wrote: @owf/mdoc 0.6.0 of the OpenWallet Foundation. It is not
// installed with the rest, because nothing but this uses it. In an empty folder:
//
//   npm install @owf/mdoc@0.6.0
//   cp …/tests/unit/mobile_license/vectors/make_owf.mjs . && node make_owf.mjs input.json > owf.json
//
// where input.json comes from `python -m tests.unit.mobile_license.vectors.owf_input`.
import crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as mdoc from '@owf/mdoc';

const input = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const bytes = (value) => new Uint8Array(value);
const context = {
  crypto: {
    random: (length) => bytes(crypto.randomBytes(length)),
    digest: ({ digestAlgorithm, bytes: data }) => bytes(
      crypto.createHash(digestAlgorithm.replace('-', '').toLowerCase()).update(data).digest(),
    ),
  },
  cose: {
    sign1: {
      sign: ({ toBeSigned, key }) => bytes(crypto.sign('sha256', toBeSigned, {
        key: crypto.createPrivateKey({ key: key.jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363',
      })),
    },
  },
  x509: {},
};
const { d: _, ...devicePublicKey } = input.deviceKey;
const signed = new Date(input.signed);
const issuer = new mdoc.Issuer('org.iso.18013.5.1.mDL', context);
issuer.addIssuerNamespace('org.iso.18013.5.1', {
  ...input.elements,
  birth_date: new mdoc.DateOnly(input.elements.birth_date),
  portrait: bytes(300),
});
const issuerSigned = await issuer.sign({
  signingKey: mdoc.CoseKey.fromJwk(input.signerKey),
  algorithm: mdoc.SignatureAlgorithm.ES256,
  digestAlgorithm: 'SHA-256',
  validityInfo: { signed, validFrom: signed, validUntil: new Date(input.validUntil) },
  deviceKeyInfo: { deviceKey: mdoc.DeviceKey.fromJwk(devicePublicKey) },
  certificates: [bytes(Buffer.from(input.signerCertificate, 'base64'))],
});
const sessionTranscript = await mdoc.SessionTranscript.forOid4VpDcApi(
  { origin: input.origin, nonce: input.nonce, jwkThumbprint: undefined },
  context,
);
const namespaces = { 'org.iso.18013.5.1': Object.fromEntries(Object.keys(input.elements).map((name) => [name, false])) };
const itemsRequest = mdoc.ItemsRequest.create({ docType: 'org.iso.18013.5.1.mDL', namespaces });
const deviceRequest = mdoc.DeviceRequest.create({ docRequests: [mdoc.DocRequest.create({ itemsRequest })] });
const deviceResponse = await mdoc.Holder.createDeviceResponseForDeviceRequest({
  deviceRequest,
  sessionTranscript,
  issuerSigned: [issuerSigned],
  signature: { signingKey: mdoc.CoseKey.fromJwk({ ...input.deviceKey, alg: 'ES256' }) },
}, context);
console.log(JSON.stringify({
  root: input.root,
  origin: input.origin,
  nonce: input.nonce,
  sessionTranscript: Buffer.from(sessionTranscript.encode()).toString('hex'),
  deviceResponse: Buffer.from(deviceResponse.encode()).toString('base64'),
}, null, 2));
