import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CDPSession, Page, TestInfo } from '@playwright/test';

const root = path.join(import.meta.dirname, '../../..');
const portal = new URL(process.env.PORTAL_URL ?? 'http://localhost:8080');

type Behavior = { action: 'decline' } | { action: 'respond'; protocol: string; response: object };

/** The browser's own wallet, which answers what it is told, and devices that make passkeys. */
export class VirtualWallet {
  private constructor(
    private readonly page: Page,
    private readonly cdp: CDPSession,
    private readonly testInfo: TestInfo,
  ) {}

  static async of(page: Page, testInfo: TestInfo): Promise<VirtualWallet> {
    return new VirtualWallet(page, await page.context().newCDPSession(page), testInfo);
  }

  /** The person declines whatever is asked. */
  async decline(): Promise<void> {
    await this.behave({ action: 'decline' });
  }

  /** A license of the sandbox is shown, honest or spoiled as `npm run wallet` names it. */
  async answer(requests: unknown, person: string, protocol: string, spoiled = 'honest'): Promise<void> {
    const file = this.testInfo.outputPath(`requests-${protocol}-${spoiled}.json`);
    await writeFile(file, JSON.stringify(requests));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        'infrastructure/commands/run.mjs',
        'wallet',
        ...['--as', person, '--requests', file, '--protocol', protocol, '--case', spoiled],
        ...['--port', portal.port],
        ...(process.env.PORTAL_DATA ? ['--data', process.env.PORTAL_DATA] : []),
      ],
      { cwd: root },
    );
    const { wallet } = JSON.parse(stdout) as { wallet: { data: object } };
    await this.behave({ action: 'respond', protocol, response: wallet.data });
  }

  /** A device of the person that makes passkeys and is touched at once. */
  async addDevice(): Promise<void> {
    await this.cdp.send('WebAuthn.enable');
    await this.cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
  }

  /** Chromium before 151 has no such wallet: there the page's own way to ask is answered, until the page is loaded anew. */
  private async behave(behavior: Behavior): Promise<void> {
    const told = this.cdp.send('DigitalCredentials.setVirtualWalletBehavior' as 'WebAuthn.enable', behavior as never);
    await told.catch(async (error: Error) => {
      if (!error.message.includes("wasn't found")) throw error;
      await this.page.evaluate((now) => {
        navigator.credentials.get = () =>
          now.action === 'decline'
            ? Promise.reject(new DOMException('declined', 'NotAllowedError'))
            : Promise.resolve({ id: '', type: 'digital', protocol: now.protocol, data: now.response } as Credential);
      }, behavior);
    });
  }
}
