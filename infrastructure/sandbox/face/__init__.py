"""The service that watches a camera and compares faces, in place of Amazon Rekognition."""

from infrastructure.sandbox.face.service import CAMERA, FACE, SandboxFaces

__all__ = ["CAMERA", "FACE", "SandboxFaces"]
