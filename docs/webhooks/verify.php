<?php
// Verifies a webhook. Usage: php verify.php SECRET ID TIMESTAMP SIGNATURES < body

const TOLERANCE_SECONDS = 300;

/**
 * Throws when the request is not from who knows the secret, or is old. $body is the bytes as they came
 * (file_get_contents('php://input')); the others are the headers webhook-id, webhook-timestamp and webhook-signature.
 */
function verify(string $body, string $id, string $timestamp, string $signatures, string $secret): void
{
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        throw new RuntimeException('the timestamp is too old or too new');
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $signatures) as $given) {
        if (hash_equals($expected, $given)) {
            return;
        }
    }
    throw new RuntimeException('no signature fits');
}

[, $secret, $id, $timestamp, $signatures] = $argv;
try {
    verify(file_get_contents('php://stdin'), $id, $timestamp, $signatures, $secret);
    echo "verified\n";
} catch (RuntimeException $error) {
    echo 'refused: ' . $error->getMessage() . "\n";
    exit(1);
}
