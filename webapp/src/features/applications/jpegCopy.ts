/** The longest sides to try, in pixels. iOS can draw the first; the last keeps a printed page legible. */
const sides = [4000, 3000, 2200, 1600];
const quality = 0.8;

/**
 * Copies a picture as a JPEG of at most so many bytes, with as many pixels as fit. Its metadata, such as where a
 * photo was taken, stays behind.
 *
 * @returns null when this browser cannot read the file as a picture, or no size fits.
 */
export async function createJpegCopy(file: Blob, mostBytes: number): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    for (const side of sides) {
      const copy = await draw(picture, Math.min(1, side / Math.max(picture.width, picture.height)));
      if (copy && copy.size <= mostBytes) return copy;
    }
    return null;
  } finally {
    picture.close();
  }
}

async function draw(picture: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  // A JPEG has no transparency; what is transparent would become black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
