declare module '*.md' {
  import type { Section } from '@/features/privacy/notice/notice';

  const sections: readonly Section[];
  export default sections;
}
