/** Returns the oldest supported browsers in the form of Vite's `build.target`, such as `ios16.4`. */
export function listBuildTargets(): string[];
