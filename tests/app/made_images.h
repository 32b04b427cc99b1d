#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>

#include <utility>

inline void appendNumber(QByteArray& bytes, quint32 number)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes.append(static_cast<char>((number >> shift) & 0xffU));
}

/// Writes noisy 28 x 28 images in the file format of Fashion-MNIST. The position of a bright rectangle gives the class.
inline void writeImages(const QString& folder, const QString& prefix, quint32 count)
{
    QByteArray images;
    QByteArray labels;
    appendNumber(images, 0x803);
    appendNumber(images, count);
    appendNumber(images, 28);
    appendNumber(images, 28);
    appendNumber(labels, 0x801);
    appendNumber(labels, count);
    quint32 noise = 12345;
    for (quint32 i = 0; i < count; ++i) {
        const quint32 label = i * 7 % 10;
        labels.append(static_cast<char>(label));
        for (quint32 pixel = 0; pixel < 28 * 28; ++pixel) {
            noise = noise * 1664525 + 1013904223;
            const quint32 row = pixel / 28;
            const quint32 column = pixel % 28;
            const bool isBright = row / 14 == label / 5 && column / 6 == label % 5;
            images.append(static_cast<char>((isBright ? 200 : 0) + (noise >> 26)));
        }
    }
    for (const auto& [name, bytes] :
         {std::pair{"-images-idx3-ubyte", images}, std::pair{"-labels-idx1-ubyte", labels}}) {
        QFile file(folder + "/" + prefix + name);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("the test's images cannot be written");
    }
}
