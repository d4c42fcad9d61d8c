"""A stand-in for Amazon Rekognition, with a page in place of the camera."""

from infrastructure.sandbox.face.service import CAMERA, FACE, SandboxFaces

__all__ = ["CAMERA", "FACE", "SandboxFaces"]
